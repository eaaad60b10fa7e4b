import type { Side, Tile } from '../../generated/mars';
import { word } from './words';

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
