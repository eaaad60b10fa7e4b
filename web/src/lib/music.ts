// Tunes are made here note by note, so that no file has to be loaded. They come and go slowly.
import { audio, LEVEL, type Shape, tone } from './sound';
import type { Tune } from './tune';

const MASTER = 0.55;
const FADE_MS = 1600;
const DRUM: Shape = { freq: 70, to: 36, time: 0.4, type: 'sine', noise: 0.25 };

let playing: Tune | null = null;
let stop: (() => void) | null = null;

/** Goes on endlessly with this tune; null is silence. What played before fades away. */
export function music(tune: Tune | null): void {
  if (tune === playing) return;
  playing = tune;
  stop?.();
  stop = tune === null ? null : begin(tune);
}

/** What one beat of a tune sounds like; the melody walks on from place `at` of the scale. */
export function beatOf(tune: Tune, step: number, at: number): { at: number; notes: { shape: Shape; volume: number }[] } {
  const bar = tune.rhythm.length;
  const volume = tune.volume * MASTER * LEVEL;
  const ring = (tune.beat / 1000) * tune.ring;
  const bowed = tune.attack === undefined ? {} : { attack: tune.attack };
  const notes: { shape: Shape; volume: number }[] = [];
  let now = at;
  if (tune.rhythm[step % bar] && Math.random() >= (tune.rest ?? 0)) {
    now = Math.max(0, Math.min(tune.scale.length - 1, at + Math.floor(Math.random() * 5) - 2));
    notes.push({ shape: { freq: tune.scale[now] ?? 220, time: ring, type: tune.shape, ...bowed }, volume });
  }
  if (step % bar === 0) {
    const root = tune.bass[Math.floor(step / bar) % tune.bass.length] ?? 0;
    notes.push({ shape: { freq: (tune.scale[root] ?? 220) / 2, time: ring * 1.6, ...bowed }, volume });
  }
  if (tune.drum?.[step % bar]) notes.push({ shape: DRUM, volume: volume * 1.4 });
  return { at: now, notes };
}

function begin(tune: Tune): () => void {
  let step = 0;
  let at = Math.floor(tune.scale.length / 2);
  let born: number | null = null;
  let ends = Infinity;
  const timer = setInterval(() => {
    if (document.hidden) return;
    const ctx = audio();
    if (ctx === null || ctx.state !== 'running') return;
    const now = performance.now();
    // Fading in begins with the first note that can be heard: after somebody's first gesture.
    born ??= now;
    if (now >= ends) return clearInterval(timer);
    const level = Math.min(1, 0.1 + (now - born) / FADE_MS) * Math.min(1, (ends - now) / FADE_MS);
    const next = beatOf(tune, step, at);
    at = next.at;
    step += 1;
    for (const { shape, volume } of next.notes) tone(ctx, shape, volume * level);
  }, tune.beat);
  return () => {
    ends = performance.now() + FADE_MS;
    if (born === null) clearInterval(timer);
  };
}
