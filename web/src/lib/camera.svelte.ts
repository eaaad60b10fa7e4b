import { pace } from './settings.svelte';

/** How far a finger may move and still tap. */
const SLIP = 8;
/** As much of the empty room stays at the edge of something zoomed. */
const RIM = 18;

/** A window onto something that can be larger than it: `k` times as large, moved by `x` and `y` pixels. */
export class Camera {
  k = $state(1);
  x = $state(0);
  y = $state(0);
  width = 1;
  height = 1;
  least = 1;
  most = 4;
  /** Empty room around what is shown, at `k` = 1: it is not worth looking at when zoomed. */
  padX = 0;
  padY = 0;
  #frame = 0;

  /** The window's size; what it shows is as large at `k` = 1. */
  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
    this.#set(this.k, this.x, this.y);
  }

  get zoomed(): boolean {
    return this.k > this.least + 0.01;
  }

  #set(k: number, x: number, y: number): void {
    const hold = (at: number, size: number, pad: number): number => {
      const rim = Math.min(pad, RIM);
      if ((size - 2 * pad) * k <= size - 2 * rim) return (size - size * k) / 2;
      return Math.min(rim - pad * k, Math.max(size - rim - (size - pad) * k, at));
    };
    this.k = k;
    this.x = hold(x, this.width, this.padX);
    this.y = hold(y, this.height, this.padY);
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.#set(this.k, this.x + dx, this.y + dy);
  }

  /** Larger or smaller, with this point of the window kept in place. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    this.stop();
    const [k, x, y] = this.#around(factor, px, py);
    this.#set(k, x, y);
  }

  /** The same as a movement. */
  step(factor: number): void {
    this.#glide(...this.#around(factor, this.width / 2, this.height / 2));
  }

  #around(factor: number, px: number, py: number): [number, number, number] {
    const k = Math.min(this.most, Math.max(this.least, this.k * factor));
    return [k, px - ((px - this.x) / this.k) * k, py - ((py - this.y) / this.k) * k];
  }

  /** Brings a place (in pixels at `k` = 1) to the middle. */
  centre(px: number, py: number, k = this.k, at = true): void {
    const to: [number, number, number] = [k, this.width / 2 - px * k, this.height / 2 - py * k];
    if (at) this.#glide(...to);
    else this.#set(...to);
  }

  whole(): void {
    this.#glide(this.least, 0, 0);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #glide(k: number, x: number, y: number): void {
    this.stop();
    const time = pace(260);
    if (time === 0) return this.#set(k, x, y);
    const [from, start] = [[this.k, this.x, this.y] as const, performance.now()];
    // Aim at where the edges will hold it, so that it does not stop short.
    this.#set(k, x, y);
    const to = [this.k, this.x, this.y] as const;
    [this.k, this.x, this.y] = from;
    const run = (now: number): void => {
      const t = Math.min(1, (now - start) / time);
      const e = 1 - (1 - t) ** 3;
      [this.k, this.x, this.y] = [from[0] + (to[0] - from[0]) * e, from[1] + (to[1] - from[1]) * e, from[2] + (to[2] - from[2]) * e];
      if (t < 1) this.#frame = requestAnimationFrame(run);
    };
    this.#frame = requestAnimationFrame(run);
  }
}

/**
 * Two fingers zoom and pan, one pans what is zoomed, so does the mouse; the wheel zooms with Ctrl.
 * `held` says that a pointer belongs to something else, such as a piece being dragged.
 */
export function panning(node: HTMLElement, { camera, held = () => false }: { camera: Camera; held?: () => boolean }): { destroy: () => void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let pinched = false;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  function down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (fingers.size === 0) [moved, pinched] = [0, false];
    fingers.set(event.pointerId, place(event));
    if (fingers.size > 1) pinched = true;
  }
  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const far = (p: { x: number; y: number }): number => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
      camera.zoom(far(now) / far(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      camera.pan(dx / 2, dy / 2);
    } else if (!held() && camera.zoomed) {
      moved += Math.hypot(dx, dy);
      if (moved > SLIP) camera.pan(dx, dy);
    }
    fingers.set(event.pointerId, now);
  }
  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
  }
  /** What began as a pan is no click. */
  function click(event: MouseEvent): void {
    if (event.detail === 0 || (moved <= SLIP && !pinched)) return;
    event.stopPropagation();
    event.preventDefault();
    [moved, pinched] = [0, false];
  }
  function wheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const { x, y } = place(event);
      camera.zoom(Math.exp(-event.deltaY / 250), x, y);
    } else if (camera.zoomed) {
      event.preventDefault();
      camera.pan(-event.deltaX, -event.deltaY);
    }
  }
  const listeners: [string, (event: never) => void, AddEventListenerOptions][] = [
    ['pointerdown', down, {}], ['pointermove', move, {}], ['pointerup', up, {}], ['pointercancel', up, {}], ['pointerleave', up, {}],
    ['click', click, { capture: true }], ['wheel', wheel, { passive: false }],
  ];
  for (const [name, run, options] of listeners) node.addEventListener(name, run as EventListener, options);
  return {
    destroy() {
      camera.stop();
      for (const [name, run, options] of listeners) node.removeEventListener(name, run as EventListener, options);
    },
  };
}
