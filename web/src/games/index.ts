import type { Component } from 'svelte';
import type { GameModule } from './types';

interface Shelf {
  load: () => Promise<GameModule>;
  /** As a table with these options plays it; without them, as usual. */
  rules: () => Promise<{ default: Component<{ options?: Record<string, unknown> }> }>;
  /** A title screen of the game's own. */
  menu?: () => Promise<{ default: Component }>;
}

/** One line a game: its board and rules are loaded when somebody opens them. */
export const GAMES: Record<string, Shelf> = {
  marelles: { load: () => import('./marelles'), rules: () => import('./marelles/Rules.svelte') },
  coexistence: { load: () => import('./coexistence'), rules: () => import('./coexistence/Rules.svelte') },
  obliteration: { load: () => import('./obliteration'), rules: () => import('./obliteration/Rules.svelte') },
  mars: { load: () => import('./mars'), rules: () => import('./mars/Rules.svelte'), menu: () => import('./mars/Menu.svelte') },
  risk: { load: () => import('./risk'), rules: () => import('./risk/Rules.svelte') },
};
