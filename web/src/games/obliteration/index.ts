import type { Event, View } from '../../generated/obliteration';
import { lang } from '../../words/i18n.svelte';
import type { TableInfo } from '../../generated/protocol';
import type { Names, SeatColour } from '../types';
import { colourName } from './colour-names';
import { colourOf, symbolOf, textOn } from './palette';

export { default as Board } from './Board.svelte';
export { default as Editor } from './Editor.svelte';
export { say, stories } from './stories';
export { tune } from './tune';
export const cards = 'board';

export function colours(view: View): SeatColour[] {
  return view.seats.map(({ colour }) => ({ fill: colourOf(colour.number), text: textOn(colour.number), symbol: symbolOf(colour.number), label: colourName(colour.number) }));
}

export function phase(view: View, _toAct: number[], names: Names): string {
  const zh = lang() === 'zh';
  if (view.turn === null) return zh ? '对局结束' : 'game over';
  const limit = view.turn_limit === null ? '' : ` / ${view.turn_limit}`;
  return zh ? `第 ${view.turns + 1}${limit} 手 · ${names(view.turn)}：转动一个自己的六边形` : `turn ${view.turns + 1}${limit} · ${names(view.turn)}: turn an own hex`;
}

export const score = (view: View): number[] => view.seats.map((it) => it.hexes);

export function standing(view: View, seat: number): string {
  const it = view.seats[seat];
  if (it === undefined) return '';
  return it.share === null ? it.score : `${it.score} · ${it.share}`;
}

export const out = (view: View, seat: number): boolean => (view.seats[seat]?.exit ?? null) !== null;

export function verdict(table: TableInfo, _view: View, seat: number | null): string | null {
  const winner = table.outcome?.winner;
  if (winner === undefined || winner === null) return null;
  if (lang() === 'zh') return seat === null ? `玩家 ${winner + 1} 获胜` : winner === seat ? '恭喜！你赢了！' : '你输了';
  return seat === null ? `PLAYER ${winner + 1} WINS` : winner === seat ? 'Congratulations! You won!' : 'You lost';
}

export function chinese(event: Event, names: Names): string | null {
  const who = 'seat' in event ? names(event.seat) : '';
  switch (event.kind) {
    case 'turned': return `${who} 转动 ${event.x},${event.y}`;
    case 'converted': return `${who} 得到 ${event.x},${event.y}`;
    case 'eliminated': return `${who} 出局`;
    case 'left': return `${who} 离开`;
    case 'over': return `${names(event.winner)} 获胜`;
    default: return null;
  }
}
