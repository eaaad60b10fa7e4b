// What the server says an action would do (its own shape; see docs/protocol.md).
import type { Tile } from './view';

export interface Odds {
  unit: string;
  health: number;
  damage: { mean: number; low: number; high: number };
  destroyed: number;
  encircled: boolean;
}

export interface Factor {
  factor: 'type' | 'veterancy' | 'town' | 'attacker_encircled' | 'defender_encircled' | string;
  attacker: number;
  defender: number;
}

export interface Attack {
  kind: 'attack';
  from: Tile;
  to: Tile;
  town: boolean;
  attacker: Odds;
  defender: Odds;
  both_destroyed: number;
  factors: Factor[];
}

export interface Move {
  kind: 'move';
  from: Tile;
  to: Tile;
  captures: boolean;
  town: { name: string; points: number } | null;
  encircled: { before: boolean; after: boolean };
  encircles: Tile[];
  relieves: Tile[];
  unseen: Tile[];
}

export interface Swap {
  kind: 'swap';
  from: Tile;
  to: Tile;
  encircled: { from: boolean; to: boolean };
}

export type Effect = Attack | Move | Swap;
