import type { Component } from 'svelte';
import * as list from './index';
import type { GameWords } from './words.svelte';
import type { Both, GameModule, Thumbnail } from './types';

/** What the house knows of a game before somebody opens it: the rest is loaded then. */
export interface Shelf {
  title: Both;
  /** One line that makes somebody want to play it. */
  lure: Both;
  /** The address of its picture. */
  poster: string;
  load: () => Promise<GameModule>;
  /** As a table with these options plays it; without them, as usual. */
  rules: () => Promise<{ default: Component<{ options?: Record<string, unknown> }> }>;
  words: () => Promise<GameWords>;
  thumbnail: () => Promise<Thumbnail>;
  /** Its board wants all the room there is, and the players stand beside it: known before it is loaded, so that nothing moves then. */
  wide?: boolean;
  /** A title screen of the game's own. */
  menu?: () => Promise<{ default: Component }>;
  /** Name of each side and what it has to do, by the ids that the game declares; the shell knows first, second and so on. */
  sides?: Record<string, readonly [name: Both, about: Both]>;
  /** Options that say what choosing a side says: a form need not ask for them. */
  sided?: string[];
  /** What chance decides with these options, so that it can be checked; null: nothing. */
  chance?: (options: Record<string, unknown>) => 'dice' | 'deal' | 'start' | 'toss' | null;
  /** Whether the options close the match to everybody without a seat. */
  closed?: (options: Record<string, unknown>) => boolean;
}

const GAMES: Record<string, Shelf> = { ...list };

/** Nothing for a game this page does not know: it came into the house after it. */
export function shelf(id: string): Shelf | undefined {
  return Object.hasOwn(GAMES, id) ? GAMES[id] : undefined;
}
