import { lang } from '../../words/i18n.svelte';

export type Side = 'soviets' | 'germans';
export type Tile = [number, number];

export interface Unit {
  at: Tile;
  id: string;
  side: Side;
  type: 'inf' | 'art' | 'arm';
  icon: 'inf' | 'art' | 'arm' | 'cav';
  name: string;
  health: number;
  veterancy: number;
}

export interface MarsView {
  viewer: Side | 'spectator' | 'referee';
  options: { turns: number };
  done: number;
  turn: number;
  to_move: Side | null;
  territory: string[];
  towns: { name: string; at: Tile; points: number; owner: Side }[];
  units: Unit[];
  encircled: Tile[];
  scores: { kills: number; towns: number; total: number }[];
  alive: number[];
  last: { side: Side; what: string; tiles: Tile[] } | null;
}

export const sideName = (side: string): string => (lang() === 'zh' ? (side === 'soviets' ? '苏军' : '德军') : side === 'soviets' ? 'Soviets' : 'Germans');

/** Courses of the rivers in the 600 by 600 space of the map (rule page 7.3). Decoration only. */
export const RIVERS = [
  '56,0 68,32 61,55 78,68 95,108 110,130 128,125 130,105 155,90 162,100 180,125 215,121 262,138 297,133 307,160 325,178 352,177 380,168',
  '476,0 455,55 425,90 398,115 385,140 381,168 388,195 415,232 420,252 446,277 462,285 488,314 545,328 600,335',
  '446,277 441,315 443,345 437,375 420,385 403,415 390,455',
  '437,375 447,390 464,420 450,457 428,450',
  '0,226 15,238 65,237 125,248 178,262 205,262 240,288 262,312',
  '178,262 195,272 182,312 165,323',
  '0,388 38,402 65,418 90,416 97,397 160,401 175,380 205,350 228,334',
  '228,390 210,400 190,435 140,482 118,515 105,553 75,575 58,600',
  '258,330 250,345 268,370 258,395 264,425 255,470 215,510',
  '268,370 290,352 330,383 336,345 352,320 336,285 343,268',
  '255,472 278,472 304,461',
  '222,484 214,515 225,538 200,560 201,600',
  '446,477 474,490 470,520 456,548 478,600',
  '456,548 415,542 380,556 345,547 328,523 300,520 280,548',
  '360,555 360,585 353,600',
];
