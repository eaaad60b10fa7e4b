import type { ClockView } from '../generated/protocol';
import { connection } from '../net/socket.svelte';
import { t } from '../words/i18n.svelte';

const two = (n: number): string => String(n).padStart(2, '0');

/** The server's clock decides; here it is only drawn. Null where a seat has none. */
export function clockText(clock: ClockView | null, seat: number, now: number): string | null {
  const ms = clock?.left_ms[seat];
  if (clock == null || ms == null) return null;
  if (clock.vacation_ms?.[seat] != null) return t('clock.vacation');
  const passed = clock.running.includes(seat) ? now + connection.skew - clock.now_ms : 0;
  const s = Math.max(0, Math.ceil((ms - passed) / 1000));
  if (s >= 48 * 3600) return t('clock.days_left', { d: Math.floor(s / 86_400), h: Math.floor((s % 86_400) / 3600) });
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))} h` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** The time, four times a second while somebody's clock runs. */
export class Ticking {
  now = $state(Date.now());

  constructor(running: () => boolean) {
    $effect(() => {
      if (!running()) return;
      this.now = Date.now();
      const timer = setInterval(() => (this.now = Date.now()), 250);
      return () => clearInterval(timer);
    });
  }
}
