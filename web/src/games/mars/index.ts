import type { Event, Tile, View } from '../../generated/mars';
import { lang } from '../../words/i18n.svelte';
import type { TableInfo } from '../../generated/protocol';
import type { Names, SeatColour } from '../types';
import { townName, unitName } from './names';
import { sideName } from './tiles';

export { default as Board } from './Board.svelte';
export { say, stories } from './stories';
export const saysByView = true;
export { tune } from './tune';
export const cards = 'board';

export function colours(): SeatColour[] {
  return [
    { fill: '#b3211f', text: '#ffffff', symbol: '★', label: sideName('soviets') },
    { fill: '#55645c', text: '#ffffff', symbol: '✚', label: sideName('germans') },
  ];
}

export function phase(view: View): string {
  const zh = lang() === 'zh';
  const turn = zh ? `第 ${view.turn} / ${view.options.turns} 回合` : `Turn: ${view.turn} of ${view.options.turns}`;
  if (view.to_move === null) return zh ? '对局结束' : 'game over';
  if (view.viewer === 'soviets' || view.viewer === 'germans') {
    const mine = view.viewer === view.to_move;
    const whose = zh ? (mine ? '你的回合' : '对手的回合') : mine ? 'Your Turn' : "Opponent's Turn";
    return `${zh ? '阵营：' : 'Faction: '}${sideName(view.viewer)} | ${whose} | ${turn}`;
  }
  return `${zh ? '观战' : 'Spectator'} | ${zh ? `${sideName(view.to_move)}的回合` : `${sideName(view.to_move)}' Turn`} | ${turn}`;
}

export const score = (view: View): number[] => view.scores.map((it) => it.total);

export function standing(view: View, seat: number): string {
  const it = view.scores[seat];
  if (it === undefined) return '';
  return lang() === 'zh' ? `${it.total} 分` : `${it.total} points`;
}

export function verdict(table: TableInfo, _view: View, seat: number | null): string | null {
  const outcome = table.outcome;
  const zh = lang() === 'zh';
  if (!outcome || outcome.kind === 'aborted') return null;
  if (outcome.winner === null) return zh ? '平局' : 'DRAW';
  if (seat === null) return outcome.winner === 0 ? (zh ? '苏军获胜' : 'SOVIETS WON') : zh ? '德军获胜' : 'GERMANS WON';
  return outcome.winner === seat ? (zh ? '你赢了' : 'YOU WON') : zh ? '你输了' : 'YOU LOST';
}

export function chinese(event: Event, names: Names): string | null {
  const side = 'side' in event ? sideName(event.side) : '';
  const tile = (at: Tile | null): string => at?.join(',') ?? '迷雾';
  switch (event.kind) {
    case 'moved': return `${side}：${unitName(event.unit.name) || '部队'} ${tile(event.from)} → ${tile(event.to)}`;
    case 'swapped': return `${side}两支部队交换位置`;
    case 'fought': {
      const [a, d] = [event.attacker, event.defender];
      return `${side}：${unitName(a.unit.name)}攻击${unitName(d.unit.name)}（损失 ${a.damage} : ${d.damage}）${d.died ? '，守方被歼' : ''}${a.died ? '，攻方被歼' : ''}`;
    }
    case 'captured': return event.town === null ? null : `${side}占领${townName(event.town.name)}(${event.town.points} 分)`;
    case 'sighted': return `发现部队：${event.units.map((unit) => unitName(unit.name)).join('、')}`;
    case 'passed': return `${side}没有部队，跳过`;
    case 'departed': return `${names(event.side === 'soviets' ? 0 : 1)} 退出`;
    case 'ended': return '对局结束';
    default: return null;
  }
}
