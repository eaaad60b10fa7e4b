// From longitude and latitude to board pixels: atlas-like, with more room where territories are small.

/** The integral of a density that is linear between its points. */
function integral(points) {
  const sums = [0];
  for (let i = 1; i < points.length; i += 1) sums[i] = sums[i - 1] + ((points[i][0] - points[i - 1][0]) * (points[i][1] + points[i - 1][1])) / 2;
  return (value) => {
    let i = 1;
    while (i < points.length - 1 && value > points[i][0]) i += 1;
    const [[x, density], [next, after]] = [points[i - 1], points[i]];
    const t = value - x;
    return sums[i - 1] + density * t + ((after - density) * t * t) / (2 * (next - x));
  };
}

const LON = integral([[-180, 0.86], [-130, 0.92], [-70, 1], [-48, 0.92], [-30, 0.62], [-18, 0.86], [-4, 1.3], [28, 1.34], [48, 1.08], [90, 0.98], [140, 0.98], [192, 0.8]]);
const LAT = integral([[-60, 0.9], [-35, 1.02], [0, 1.16], [20, 1.22], [34, 1.62], [44, 2.12], [56, 2.3], [64, 2.02], [71, 1.35], [78, 0.72], [84, 0.5]]);

export const WIDTH = 1600;
const EDGE = 16;

function plain([lon, lat]) {
  const narrowing = 1 - 0.165 * (Math.abs(lat) / 80) ** 2.1;
  return [(LON(lon) - LON(12)) * narrowing, -(LAT(lat) - LAT(8)) * 1.1];
}

/** Fits the outlines into the board's width; returns the way there and the board's height. */
export function projection(shapes) {
  const points = shapes.flatMap((shape) => shape.flatMap((polygon) => polygon[0].map(plain)));
  const least = [0, 1].map((axis) => points.reduce((a, p) => Math.min(a, p[axis]), Infinity));
  const most = [0, 1].map((axis) => points.reduce((a, p) => Math.max(a, p[axis]), -Infinity));
  const scale = (WIDTH - 2 * EDGE) / (most[0] - least[0]);
  return {
    project: (point) => plain(point).map((value, axis) => EDGE + (value - least[axis]) * scale),
    height: Math.round((most[1] - least[1]) * scale + 2 * EDGE),
  };
}
