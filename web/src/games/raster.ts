// Wood, cloth and woodcuts are drawn with filters that cost too much to be painted twice: each
// drawing is rasterised once per size and theme, and a canvas shows the result.

export interface Drawing {
  /** Names the drawing; the same key is never rasterised twice at one size. */
  key: string;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** The inside of an SVG whose view box is `box`. */
  svg: () => string;
  box: string;
}

const KEPT = 48;
const made = new Map<string, Promise<HTMLCanvasElement>>();

async function rasterise(drawing: Drawing, width: number, height: number): Promise<HTMLCanvasElement> {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${drawing.box}" preserveAspectRatio="none">${drawing.svg()}</svg>`;
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return canvas;
}

function raster(drawing: Drawing, width: number, height: number): Promise<HTMLCanvasElement> {
  const key = `${drawing.key} ${width} ${height}`;
  let found = made.get(key);
  if (found === undefined) {
    found = rasterise(drawing, width, height);
    made.set(key, found);
    const oldest = made.keys().next().value;
    if (made.size > KEPT && oldest !== undefined) made.delete(oldest);
  }
  return found;
}

/** Shows a drawing on a canvas; while a window is being resized the last picture is stretched. */
export function painted(canvas: HTMLCanvasElement, drawing: Drawing): { update: (to: Drawing) => void; destroy: () => void } {
  let timer = 0;
  let shown = '';

  async function paint(wanted: Drawing): Promise<void> {
    const scale = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [Math.round(wanted.width * scale), Math.round(wanted.height * scale)];
    const key = `${wanted.key} ${width} ${height}`;
    if (key === shown || width < 1 || height < 1) return;
    shown = key;
    const source = await raster(wanted, width, height).catch(() => null);
    if (source === null || shown !== key) return;
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(source, 0, 0);
  }

  void paint(drawing);
  return {
    update(to) {
      clearTimeout(timer);
      timer = window.setTimeout(() => void paint(to), shown === '' ? 0 : 80);
    },
    destroy: () => clearTimeout(timer),
  };
}

/** A design token's value now: a rasterised drawing cannot look it up itself. */
export const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
