import type { Followed } from '../net/match.svelte';

/** Where a position of this match is studied, with the line that would have been better. */
export function studyPath(followed: Followed, game: string, seq: number, better: string[] = []): string {
  const query = new URLSearchParams({ match: followed.id, seq: String(seq) });
  if (followed.invite !== null) query.set('invite', followed.invite);
  if (better.length > 0) query.set('better', better.join('|'));
  return `/analyse/${game}?${query}`;
}
