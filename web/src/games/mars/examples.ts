// Examples of the manual: pieces of the starting position, with fights of the rule page (9.2).
import type { Placed, Tile } from '../../generated/mars';
import { lang } from '../../words/i18n.svelte';

export interface Shot {
  territory: string[];
  units: Placed[];
  floats?: { at: Tile; text: string }[];
  encircled?: string[];
  note: () => string;
}

export interface Example {
  window: { x: number; y: number; w: number; h: number };
  towns: { name: string; at: Tile; points: number }[];
  shots: Shot[];
}

const START = ['SSSSSSSSSS', 'SSGSSSSSSS', 'SSGGGGSSSS', 'SGGGGGGSSS', 'SSGGGGGSSS', 'SSGGGGGSSS', 'SGGGGGGGSS', 'SGGGGGGGSS', 'SGGGGGGSSS', 'GGGGGGGSSS'];
const taken = (land: string[], [x, y]: Tile, by: 'S' | 'G'): string[] => land.map((row, i) => (i === y ? row.slice(0, x) + by + row.slice(x + 1) : row));
const both = (en: string, zh: string) => (): string => (lang() === 'zh' ? zh : en);

const unit = (id: string, at: Tile, icon: Placed['icon'], name: string, veterancy: number, health = 100): Placed =>
  ({ id, at, side: id.startsWith('S') ? 'soviets' : 'germans', type: icon === 'cav' ? 'inf' : icon, icon, name, health, veterancy });
const but = (units: Placed[], id: string, change: Partial<Placed>): Placed[] => units.map((it) => (it.id === id ? { ...it, ...change } : it));

const TUD = { name: 'Molodoi Tud', at: [2, 1] as Tile, points: 5 };
const RZHEV = { name: 'Rzhev', at: [5, 2] as Tile, points: 10 };
const NOVO = { name: 'Novodugino', at: [4, 6] as Tile, points: 5 };
const SYCH = { name: 'Sychevka', at: [6, 5] as Tile, points: 5 };

// A tank brigade has broken through and takes a town that nobody holds (test T6).
const raid = [unit('S31', [5, 6], 'arm', '6th Tank Corps', 0, 88), unit('G13', [4, 5], 'inf', '31st Infantry Division', 2), unit('G17', [6, 6], 'arm', '9th Panzer Division', 1), unit('G14', [6, 5], 'arm', 'Assault Gun Department 189', 1)];
const raidLand = taken(START, [5, 6], 'S');
export const MARCH: Example = {
  window: { x: 3, y: 5, w: 4, h: 2 }, towns: [NOVO, SYCH],
  shots: [
    { territory: raidLand, units: raid, note: both('The 6th Tank Corps stands beside Novodugino, which nobody holds.', '第6坦克军旁边的诺沃杜吉诺无人防守。') },
    { territory: taken(raidLand, [4, 6], 'S'), units: but(raid, 'S31', { at: [4, 6] }), floats: [{ at: [4, 6], text: '+5' }], note: both('It marches in: the tile changes hands, and the town’s 5 points with it.', '开进去：此格易主，城镇的 5 分也随之易手。') },
    { territory: taken(raidLand, [4, 6], 'S'), units: but(raid, 'S31', { at: [4, 6] }), note: both('The tile it left stays yours, too.', '离开的那一格仍归你。') },
  ],
};

const assault = [unit('S14', [4, 1], 'cav', '24th Cavalry Division', 0), unit('S15', [5, 1], 'cav', '11th Cavalry Division', 1), unit('S16', [6, 1], 'inf', '381st Infantry Division', 0), unit('S22', [6, 2], 'arm', '30th Army', 1), unit('G4', [4, 2], 'inf', '95th Infantry Division', 3), unit('G5', [5, 2], 'inf', '14th Panzergrenadier Division', 3)];
/** W6: veterans in a town. */
export const TOWN: Example = {
  window: { x: 4, y: 1, w: 3, h: 2 }, towns: [RZHEV],
  shots: [
    { territory: START, units: assault, note: both('The 11th Cavalry rides against Rzhev: a town, and a defender with veterancy 3.', '第11骑兵师进攻勒热夫：城镇，守军经验 3。') },
    { territory: START, units: but(but(assault, 'S15', { health: 29 }), 'G5', { health: 93 }), floats: [{ at: [5, 1], text: '−71' }, { at: [5, 2], text: '−7' }], note: both('It loses 71, the defender only 7: two levels of veterancy are 10, the town 15, to both.', '攻方损失 71，守方只有 7：经验差两级各 10，城镇各 15。') },
  ],
};

const pocket = [unit('S12', [1, 1], 'inf', '355th Infantry Division', 0), unit('S3', [2, 0], 'cav', '11th Cavalry Corps', 0), unit('S13', [3, 1], 'arm', '39th Army', 1), unit('S21', [1, 2], 'arm', "Katukov's 3rd Mechanised Corps Tank Brigade", 0), unit('G1', [2, 1], 'inf', '86th Infantry Division', 2), unit('G3', [3, 2], 'arm', '1st Panzer Division Detachment', 2)];
const pocketLand = taken(START, [2, 2], 'S');
const closed = but(pocket, 'S21', { at: [2, 2] });
/** W18: the quickest encirclement of the opening. */
export const RING: Example = {
  window: { x: 1, y: 0, w: 3, h: 3 }, towns: [TUD],
  shots: [
    { territory: START, units: pocket, note: both('Molodoi Tud has one way out: the empty German tile below.', '莫洛多伊图德只剩一条出路：下方的德军空格。') },
    { territory: pocketLand, units: closed, encircled: ['G1'], note: both('The tank brigade marches there. No neighbour tile is German now: the garrison is encircled.', '坦克旅开进去，四邻再无德军土地：守军被包围。') },
    { territory: pocketLand, units: but(but(closed, 'S13', { health: 61 }), 'G1', { health: 20 }), encircled: ['G1'], floats: [{ at: [3, 1], text: '−39' }, { at: [2, 1], text: '−80' }], note: both('The 39th Army strikes: 80 against 39. Without the ring it would have been 45 against 56.', '第39集团军出击：敌损 80，己损 39。若没有包围，则是 45 对 56。') },
  ],
};

const trade = [unit('S44', [7, 8], 'arm', '3rd Tank Corps', 0, 34), unit('S45', [8, 8], 'arm', '10th Tank Corps', 0), unit('S42', [8, 7], 'arm', '5th Army', 0), unit('G24', [6, 8], 'inf', '255th Infantry Division', 1, 71), unit('G22', [7, 7], 'art', 'Heavy Artillery Division 740', 1)];
/** T7. */
export const SWAP: Example = {
  window: { x: 6, y: 7, w: 3, h: 2 }, towns: [],
  shots: [
    { territory: START, units: trade, note: both('The 3rd Tank Corps is worn out.', '第3坦克军已经疲惫。') },
    { territory: START, units: but(but(trade, 'S44', { at: [8, 8] }), 'S45', { at: [7, 8] }), note: both('It trades places with the fresh 10th behind it. That is a whole turn.', '与后方生力军第10坦克军换位，这算一个完整回合。') },
  ],
};
