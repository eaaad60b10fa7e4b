import type { Mark } from '../types';
import type { World } from './world.svelte';

/** Where a hint or a better move points, read from its notation. */
export function pointing(marks: Mark[], world: World): { from: number | null; to: number; kind: string }[] {
  const id = (word: string | undefined): number | null => {
    const key = word?.split(':')[0]?.toLowerCase() ?? '';
    return world.territories.find((it) => it.key === key || String(it.id) === key)?.id ?? null;
  };
  return marks.flatMap(({ action, kind }) => {
    const [verb, first, second] = action.trim().split(/\s+/);
    const [a, b] = [id(first), id(second)];
    if (a === null) return [];
    const pair = (verb === 'attack' || verb === 'move') && b !== null;
    return [{ from: pair ? a : null, to: pair ? b : a, kind }];
  });
}
