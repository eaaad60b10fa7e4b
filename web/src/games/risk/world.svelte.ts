import { api } from '../../net/api';
import { lang } from '../../words/i18n.svelte';
import { CHINESE } from './names';

export interface Territory {
  id: number;
  key: string;
  name: string;
  short: string;
  continent: number;
  lat: number;
  lon: number;
  label: [number, number];
}

export interface World {
  territories: Territory[];
  continents: { id: number; key: string; name: string; bonus: number; members: number[] }[];
  borders: [number, number][];
  colours: string[];
}

const state = $state<{ world: World | null }>({ world: null });
let asked: Promise<void> | null = null;

/** The one table of names, places and borders comes from the server. */
export function loadWorld(): Promise<void> {
  asked ??= api<World>('/games/risk/world').then((world) => void (state.world = world));
  return asked;
}

export const world = (): World | null => state.world;

export function landName(id: number): string {
  const land = state.world?.territories[id];
  if (land === undefined) return `#${id}`;
  return lang() === 'zh' ? (CHINESE[land.key] ?? land.name) : land.name;
}

/** For the map and for headings. */
export const labelName = (id: number): string => landName(id).replace('United States', 'U.S.');

export function shortName(id: number): string {
  const land = state.world?.territories[id];
  if (land === undefined) return '';
  return lang() === 'zh' ? (CHINESE[land.key] ?? land.short) : land.short;
}

export function continentName(id: number): string {
  const it = state.world?.continents[id];
  if (it === undefined) return '';
  return lang() === 'zh' ? (CHINESE[it.key] ?? it.name) : it.name;
}

export const keyOf = (id: number): string => state.world?.territories[id]?.key ?? String(id);
