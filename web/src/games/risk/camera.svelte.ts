// Which part of the world is shown: board pixels times `k`, moved by `x`, `y`.
import { pace } from '../../lib/settings.svelte';
import { HEIGHT, type Point, WIDTH } from './atlas';

/** Discs never overlap from here on. */
const CLOSE = 0.42;
const CLOSEST = 3;
/** The whole world can be played at this scale. */
const WORLD = 0.56;
/** At this scale a finger hits every disc. */
export const FINGER = 0.8;
/** Empty sea at the rims that a full view may lose. */
const TRIM = { left: 34, right: 0, top: 0, bottom: 0 };

export class Camera {
  w = $state(0);
  h = $state(0);
  k = $state(0.6);
  x = $state(0);
  y = $state(0);
  /** Until somebody zooms or pans, the camera follows the size of its box. */
  free = $state(false);

  readonly fitting = $derived(Math.min(this.w / (WIDTH - TRIM.left - TRIM.right), this.h / (HEIGHT - TRIM.top - TRIM.bottom)) || 0.6);
  readonly least = $derived(Math.max(this.fitting, CLOSE));
  /** Too small for the whole world: it shows what is going on, and follows it. */
  readonly small = $derived(this.w > 0 && this.fitting < WORLD);

  at([x, y]: Point): Point {
    return [x * this.k + this.x, y * this.k + this.y];
  }

  resize(w: number, h: number): void {
    const middle: Point = [(this.w / 2 - this.x) / this.k, (this.h / 2 - this.y) / this.k];
    this.w = w;
    this.h = h;
    if (this.free || this.small) this.look(middle, this.k);
    else this.fit();
  }

  fit(): void {
    this.free = false;
    this.k = this.least;
    this.clamp();
  }

  /** Puts a point of the world into the middle. */
  look([x, y]: Point, k = this.k): void {
    this.#halt();
    this.k = Math.max(this.least, Math.min(CLOSEST, k));
    this.x = this.w / 2 - x * this.k;
    this.y = this.h / 2 - y * this.k;
    this.clamp();
  }

  pan(dx: number, dy: number): void {
    this.#halt();
    this.free = true;
    this.x += dx;
    this.y += dy;
    this.clamp();
  }

  zoom(factor: number, cx = this.w / 2, cy = this.h / 2): void {
    this.#halt();
    this.free = true;
    const k = Math.max(this.least, Math.min(CLOSEST, this.k * factor));
    this.x = cx - ((cx - this.x) / this.k) * k;
    this.y = cy - ((cy - this.y) / this.k) * k;
    this.k = k;
    this.clamp();
  }

  clamp(): void {
    const hold = (at: number, box: number, from: number, to: number): number => {
      const size = (to - from) * this.k;
      return size <= box ? (box - size) / 2 - from * this.k : Math.min(-from * this.k, Math.max(box - to * this.k, at));
    };
    this.x = hold(this.x, this.w, TRIM.left, WIDTH - TRIM.right);
    this.y = hold(this.y, this.h, TRIM.top, HEIGHT - TRIM.bottom);
  }

  /** Shows all these places, as near as they allow. */
  frame(places: Point[], edge: number, most: number): void {
    if (places.length === 0 || this.w === 0) return;
    const span = (axis: 0 | 1): [number, number] => [Math.min(...places.map((p) => p[axis])), Math.max(...places.map((p) => p[axis]))];
    const [left, right] = span(0);
    const [top, bottom] = span(1);
    const k = Math.min(most, (this.w - 2 * edge) / Math.max(1, right - left), (this.h - 2 * edge) / Math.max(1, bottom - top));
    this.glide([(left + right) / 2, (top + bottom) / 2], k);
  }

  #frame = 0;
  #halt(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** As `look`, but one can follow with the eye. */
  glide(point: Point, k = this.k): void {
    const [k0, x0, y0] = [this.k, this.x, this.y];
    this.look(point, k);
    const [k1, x1, y1] = [this.k, this.x, this.y];
    const time = pace(260);
    if (time === 0 || Math.abs(x1 - x0) + Math.abs(y1 - y0) < 3) return;
    const start = performance.now();
    const step = (now: number): void => {
      // A frame may be a little older than its asking.
      const t = Math.max(0, Math.min(1, (now - start) / time));
      const ease = 1 - (1 - t) ** 3;
      [this.k, this.x, this.y] = [k0 + (k1 - k0) * ease, x0 + (x1 - x0) * ease, y0 + (y1 - y0) * ease];
      if (t < 1) this.#frame = requestAnimationFrame(step);
    };
    step(start);
  }
}
