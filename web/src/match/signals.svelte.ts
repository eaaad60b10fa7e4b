import type { TableInfo } from '../generated/protocol';
import { settings } from '../lib/settings.svelte';
import { sound } from '../lib/sound';
import { say } from '../lib/toast.svelte';
import { gameName } from '../net/catalogue.svelte';
import type { Followed } from '../net/match.svelte';
import { isOneScreen } from '../net/seat';
import { session } from '../net/session.svelte';
import { t } from '../words/i18n.svelte';
import { word } from './away-words';

interface Match {
  table: () => TableInfo;
  myTurn: () => boolean;
  nameOf: (seat: number) => string;
}

/** Whoever loads the page anew is not away yet. */
const BLINK_MS = 3000;

/** What tells people that something happened: sounds, the title, notifications, words about others. */
export function signals(followed: Followed, { table, myTurn, nameOf }: Match): void {
  let before = false;
  $effect(() => {
    const now = myTurn();
    if (now && !before) {
      // Whoever begins a match needs no signal.
      if (followed.batch.n > 0) sound('turn');
      if (document.hidden && settings.notify && 'Notification' in window && Notification.permission === 'granted')
        new Notification(t('your_turn'), { body: gameName(table().game), tag: table().id });
    }
    before = now;
  });

  // Somebody is out and the others go on, which two do not: everybody reads it, whoever it is in the second person.
  let told = 0;
  $effect(() => {
    const { n, lines } = followed.batch;
    const { snap } = followed;
    if (n === told || snap === null) return;
    told = n;
    for (const event of lines.flatMap((line) => line.events))
      if (event.kind === 'eliminated' && typeof event.seat === 'number' && snap.outcome === null && table().seats.length > 2)
        say(event.seat === snap.seat ? t('match.out.you') : t('match.out', { name: nameOf(event.seat) }));
  });

  let over = false;
  $effect(() => {
    const { snap } = followed;
    if (snap === null) return;
    if (snap.outcome !== null && !over && followed.batch.n > 0 && snap.seat !== null)
      sound(snap.outcome.winner === snap.seat ? 'win' : 'lose');
    over = snap.outcome !== null;
  });

  // Who goes and comes back is said, unless it was only a page loaded anew.
  const said = new Set<number>();
  $effect(() => {
    const away = followed.away;
    const mine = followed.snap?.seat ?? null;
    if (away === null || followed.snap?.outcome !== null || isOneScreen(table())) return;
    for (const seat of said) if (away.since_ms[seat] === null && said.delete(seat)) say(word('back', { name: nameOf(seat) }));
    const gone = away.since_ms.flatMap((since, seat) => (since !== null && seat !== mine && !said.has(seat) && followed.batch.n >= 0 ? [seat] : []));
    if (gone.length === 0) return;
    const timer = setTimeout(() => {
      for (const seat of gone) {
        if (!seen.has(seat)) continue;
        said.add(seat);
        say(word('left', { name: nameOf(seat) }));
      }
    }, BLINK_MS);
    return () => clearTimeout(timer);
  });
  // Nobody has left who was never here.
  const seen = new Set<number>();
  $effect(() => {
    followed.away?.since_ms.forEach((since, seat) => since === null && seen.add(seat));
  });

  let heard = -1;
  $effect(() => {
    const count = followed.chat.length;
    if (heard >= 0 && count > heard && followed.chat.at(-1)?.name !== session.me?.name) sound('chat');
    heard = count;
  });

  $effect(() => {
    const mine = myTurn();
    document.title = mine ? `● ${t('your_turn')} – ${gameName(table().game)}` : `${gameName(table().game)} – Parlor`;
    document.getElementById('favicon')?.setAttribute('href', mine ? '/favicon-turn.svg' : '/favicon.svg');
    return () => document.getElementById('favicon')?.setAttribute('href', '/favicon.svg');
  });

}
