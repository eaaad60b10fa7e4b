import { lang } from '../../words/i18n.svelte';
import type { GameEvent } from '../../generated/protocol';
import type { Names, SeatColour } from '../types';
import type { MarellesView } from './view';
import { label } from './view';

export { default as Board } from './Board.svelte';

export function colours(view: MarellesView): SeatColour[] {
  return view.colours.map((colour) =>
    colour === 'black'
      ? { fill: '#1b1b1b', text: '#ffffff', symbol: '●', label: lang() === 'zh' ? '黑' : 'black' }
      : { fill: '#f4f4f0', text: '#1b1b1b', symbol: '○', label: lang() === 'zh' ? '白' : 'white' },
  );
}

const WORDS = {
  en: { placing: 'place a stone', moving: 'slide a stone', flying: 'jump anywhere', remove: 'mill! take an enemy stone', over: 'game over' },
  zh: { placing: '落一子', moving: '移动一子', flying: '飞到任意空点', remove: '成线!吃对方一子', over: '对局结束' },
};

export function phase(view: MarellesView, _toAct: number[], names: Names): string {
  const words = WORDS[lang()];
  if (view.to_move === null) return words.over;
  const what = view.pending_removal ? words.remove : words[view.stages[view.to_move] ?? 'placing'];
  return `${names(view.to_move)}: ${what}`;
}

export function standing(view: MarellesView, seat: number): string {
  const [hand, board, taken] = [view.hands[seat], view.on_board[seat], view.captured[seat]];
  return lang() === 'zh' ? `手中 ${hand} · 盘上 ${board} · 吃 ${taken}` : `hand ${hand} · board ${board} · took ${taken}`;
}

export function chinese(event: GameEvent, names: Names): string | null {
  const who = typeof event.seat === 'number' ? names(event.seat) : '';
  const at = (field: string): string => label(Number(event[field]));
  switch (event.kind) {
    case 'placed': return `${who} 落子 ${at('at')}`;
    case 'moved': return `${who} ${event.flew ? '飞' : '移'}:${at('from')} → ${at('to')}`;
    case 'mill': return `${who} 成线,可吃一子`;
    case 'removed': return `${who} 吃掉 ${at('at')}`;
    case 'stage': return event.stage === 2 ? '棋子已放完,开始移动' : '有人只剩三子,可以飞行';
    case 'over': return event.winner === null ? '和棋' : `${names(Number(event.winner))} 获胜`;
    default: return null;
  }
}
