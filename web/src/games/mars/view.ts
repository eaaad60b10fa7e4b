import { word } from './words';

export type Side = 'soviets' | 'germans';
export type Tile = [number, number];
export type Arm = 'inf' | 'art' | 'arm';

export interface Unit {
  at: Tile;
  id: string;
  side: Side;
  type: Arm;
  icon: Arm | 'cav';
  name: string;
  health: number;
  veterancy: number;
}

export interface Town {
  name: string;
  at: Tile;
  points: number;
  owner: Side;
}

export interface MarsView {
  viewer: Side | 'spectator' | 'referee';
  options: { turns: number };
  done: number;
  turn: number;
  to_move: Side | null;
  territory: string[];
  towns: Town[];
  units: Unit[];
  encircled: Tile[];
  scores: { kills: number; towns: number; total: number }[];
  alive: number[];
  fallen: string[];
  last: { side: Side; what: 'moved' | 'swapped' | 'attacked' | string; tiles: Tile[] } | null;
}

/** One of the two in a fight, as the event tells it. */
export interface Fighter {
  at: Tile;
  unit: Unit;
  health_before: number;
  damage: number;
  died: boolean;
  promoted: boolean;
}

/** The side of a tile in the space of the map (rule page 7.3). */
export const TILE = 60;
export const SIDES: readonly Side[] = ['soviets', 'germans'];

export const at = (tile: Tile): string => tile.join(',');
export const tileOf = (text: string): Tile => {
  const [x, y] = text.split(',').map(Number);
  return [x ?? 0, y ?? 0];
};
export const sameTile = (a: Tile | undefined, b: Tile | undefined): boolean => a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
/** Both ends of an action in notation. */
export const ends = (action: string): [Tile, Tile] => {
  const [from, to] = action.split('-');
  return [tileOf(from ?? ''), tileOf(to ?? '')];
};
export const sideName = (side: string): string => word(side === 'soviets' ? 'soviets' : 'germans');
