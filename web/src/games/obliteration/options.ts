import { count, pick, REASONS, silent, when } from '../says';
import type { Both } from '../types';
import type { GameWords, Say } from '../words.svelte';
import ColoursField from './ColoursField.svelte';

export const names: Record<string, Both> = {
  columns: ['Columns', '列数'], rows: ['Rows', '行数'], mode: ['What wins', '模式'], obliteration: ['the last one on the board', '湮灭'], domination: ['seventy percent, too', '统治（七成）'],
  colours: ['Colours', '颜色'], turn_limit: ['Longest game, in turns', '回合上限'], fair_start: ['No first move reaches another start', '公平开局'],
  hex_size: ['Size of a hex', '格子大小'], small: ['small', '小'], medium: ['medium', '中'], fit: ['fit the window', '适应窗口'],
};
export const abouts: Record<string, string> = {
  columns: '棋盘的列数；三四人至少 6，五六人至少 8',
  rows: '棋盘的行数；三四人至少 6，五六人至少 8',
  mode: '消灭所有对手获胜，或占领棋盘的 70 % 也可获胜',
  colours: '每个座位一种颜色，互不相同；不选则随机',
  turn_limit: '全体合计的回合上限，到时格子最多者胜',
  fair_start: '第一步不会碰到别人的起点；不选时三人以上自动开启',
  hex_size: '六边形画多大',
};
export const sentences: Record<string, Say> = {
  columns: (n) => [`${n} columns wide`, `棋盘 ${n} 列`],
  rows: (n) => [`${n} rows high`, `棋盘 ${n} 行`],
  mode: pick({ obliteration: ['The last one on the board wins', '消灭所有对手者胜'], domination: ['Seventy percent of the board wins, too', '占领七成棋盘也可获胜'] }),
  turn_limit: count(null, (n) => [`After ${n} turns most hexes win`, `${n} 回合后格子最多者胜`]),
  fair_start: when(['No first move reaches another start', '第一步不会碰到别人的起点']),
  colours: silent,
  hex_size: silent,
};
export const reasons: Record<string, Both> = {
  ...REASONS,
  obliteration: ['everybody else was wiped out', '其他人全部被消灭'],
  domination: ['seventy percent of the board', '占领七成棋盘'],
  turn_limit: ['the last turn was played', '回合用尽'],
};
export const codes: Record<string, string> = { outside: '棋盘外', not_yours: '那不是你的' };
export const fields: GameWords['fields'] = { colours: ColoursField };
export const phrases: Both[] = [['What a wave!', '好大一片光！'], ['I did not see that coming.', '没料到这一步。']];
