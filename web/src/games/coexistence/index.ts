import { lang } from '../../words/i18n.svelte';
import type { GameEvent } from '../../generated/protocol';
import type { Names, SeatColour } from '../types';
import { type CoView, column, unitName } from './view';

export { default as Board } from './Board.svelte';

export function colours(): SeatColour[] {
  return [
    { fill: '#1f6f8b', text: '#ffffff', symbol: '●', label: '' },
    { fill: '#b3541e', text: '#ffffff', symbol: '▲', label: '' },
  ];
}

export function phase(view: CoView, _toAct: number[], names: Names): string {
  const zh = lang() === 'zh';
  const round = zh ? `第 ${view.round} / ${view.rounds} 轮` : `round ${Math.min(view.round, view.rounds)} of ${view.rounds}`;
  if (view.turn === null) return zh ? '对局结束' : 'game over';
  return `${round} · ${names(view.turn)}: ${zh ? '攻击或不出' : 'attack or pass'}`;
}

export function standing(view: CoView, seat: number): string {
  return `${view.scores[seat]} / ${view.goal}`;
}

export function chinese(event: GameEvent, names: Names): string | null {
  const who = typeof event.seat === 'number' ? names(event.seat) : '';
  switch (event.kind) {
    case 'attacked':
      return `${who}:${column(Number(event.own))} ${unitName(String(event.attacker_unit))} 击杀 ${column(Number(event.target))} ${unitName(String(event.target_unit))},得 ${event.points} 点`;
    case 'passed': return event.by_clock ? `${who} 超时,不出` : `${who} 不出`;
    case 'round_over': return `第 ${event.round} 轮结束`;
    case 'dealt': return `第 ${event.round} 轮发牌,${names(Number(event.starts))} 先手`;
    case 'left': return `${who} 离开`;
    case 'over': return event.winner === null ? '四轮已过,双方皆负' : `${names(Number(event.winner))} 获胜`;
    default: return null;
  }
}
