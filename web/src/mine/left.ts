import { isOwn } from '../net/seat';
import type { Clock, ClockView, TableInfo } from '../generated/protocol';
import { connection } from '../net/socket.svelte';
import { word } from './words';

/** What a seat has left now, in milliseconds; null without a clock. */
export function leftMs(clock: ClockView | undefined, seat: number, now: number): number | null {
  const ms = clock?.left_ms[seat];
  if (clock === undefined || ms == null) return null;
  const passed = clock.running.includes(seat) ? now + connection.skew - clock.now_ms : 0;
  return Math.max(0, ms - passed);
}

export function leftWords(ms: number | null): string {
  if (ms === null) return word('left.none');
  const s = Math.floor(ms / 1000);
  const h = Math.floor(s / 3600);
  if (h >= 48) return word('left.days', { d: Math.floor(h / 24), h: h % 24 });
  if (h >= 24) return word('left.day', { h: h % 24 });
  if (h >= 1) return word('left.hours', { h });
  if (s >= 60) return word('left.minutes', { m: Math.floor(s / 60) });
  return s > 0 ? word('left.seconds', { s }) : word('left.up');
}

/** How much of a move's time is left, from 0 to 1. */
export function share(clock: Clock, ms: number | null): number {
  const full = clock.type === 'none' ? 0 : clock.seconds * 1000;
  return ms === null || full === 0 ? 1 : Math.min(1, ms / full);
}

/** Whose turn it is besides the own seat. */
export function others(table: TableInfo, me: string): number[] {
  return table.seats.flatMap((_, i) => (isOwn(table, i, me) ? [] : [i]));
}
