// Fingers and the mouse on the map: pan, pinch, and an arrow drawn from an own territory. A plain
// wheel belongs to the page; with Ctrl, as a trackpad's pinch arrives, it zooms.
import type { Camera } from './camera.svelte';

const FAR = 6;

export interface Drawing {
  from: number;
  x: number;
  y: number;
  over: number | null;
}

interface Asked {
  camera: Camera;
  /** May an arrow begin here? */
  source: (land: number) => boolean;
  draw: (drawing: Drawing | null) => void;
  drop: (from: number, to: number) => void;
  touched: (kind: string) => void;
}

export function landAt(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest<SVGElement>('[data-land]') : null;
  return found === null ? null : Number(found.dataset.land);
}

export function gestures(map: HTMLElement, asked: Asked): { destroy: () => void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let drawing: Drawing | null = null;

  const place = (event: PointerEvent | WheelEvent): { x: number; y: number } => {
    const box = map.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };

  function down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button, select, .minimap') !== null) return;
    asked.touched(event.pointerType);
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, place(event));
    const land = landAt(event.target);
    // With a finger an arrow begins at the disc; the land around it pans.
    const grip = event.pointerType === 'mouse' || (event.target as Element).closest('[data-cell]') !== null;
    drawing = fingers.size === 1 && land !== null && grip && asked.source(land) ? { from: land, ...place(event), over: null } : null;
  }
  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved += Math.abs(dx) + Math.abs(dy);
    fingers.set(event.pointerId, now);
    if (moved <= FAR) return;
    if (drawing !== null && fingers.size === 1) {
      drawing = { from: drawing.from, ...now, over: landAt(document.elementFromPoint(event.clientX, event.clientY)) };
      asked.draw(drawing);
    } else if (fingers.size === 1) asked.camera.pan(dx, dy);
    else {
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) return;
      const apart = (p: { x: number; y: number }): number => Math.hypot(p.x - other.x, p.y - other.y);
      asked.camera.pan(dx / 2, dy / 2);
      asked.camera.zoom(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
  }
  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (drawing?.over != null && drawing.over !== drawing.from && moved > FAR && event.type === 'pointerup') asked.drop(drawing.from, drawing.over);
    drawing = null;
    asked.draw(null);
  }
  /** What ends a pan or an arrow is no click. */
  function click(event: MouseEvent): void {
    if (moved > FAR && event.detail > 0) {
      event.stopPropagation();
      moved = 0;
    }
  }
  function wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = place(event);
    asked.camera.zoom(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.01 : 0.1)), at.x, at.y);
  }

  map.addEventListener('pointerdown', down);
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', up);
  map.addEventListener('click', click, { capture: true });
  map.addEventListener('wheel', wheel, { passive: false });
  return {
    destroy() {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
    },
  };
}
