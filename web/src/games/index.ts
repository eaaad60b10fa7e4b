import type { Component } from 'svelte';
import type { GameModule } from './types';

interface Shelf {
  load: () => Promise<GameModule>;
  rules: () => Promise<{ default: Component }>;
}

/** One line a game: its board and rules are loaded when somebody opens them. */
export const GAMES: Record<string, Shelf> = {
  marelles: { load: () => import('./marelles'), rules: () => import('./marelles/Rules.svelte') },
  coexistence: { load: () => import('./coexistence'), rules: () => import('./coexistence/Rules.svelte') },
  obliteration: { load: () => import('./obliteration'), rules: () => import('./obliteration/Rules.svelte') },
  mars: { load: () => import('./mars'), rules: () => import('./mars/Rules.svelte') },
  risk: { load: () => import('./risk'), rules: () => import('./risk/Rules.svelte') },
};
