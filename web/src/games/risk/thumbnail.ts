import type { PhaseName, View } from '../../generated/risk';
import { lang } from '../../words/i18n.svelte';
import type { Both, Names } from '../types';

export { default as Small } from './Small.svelte';

// Words of their own, for the front page shall not load all of the game's.
const DOES: Record<PhaseName, Both> = {
  setup: ['chooses land', '选择领土'], setup_reinforce: ['places troops', '放置部队'], turn_in: ['looks at the cards', '看卡牌'], reinforce: ['places troops', '放置部队'],
  attack: ['attacks', '进攻'], defend: ['defends', '防守'], occupy: ['marches in', '进驻'], transfer: ['moves troops', '调兵'], over: ['has ended', '结束'],
};

/** The turn, and what whoever acts is about. */
export function line(view: View, names: Names): string {
  const zh = lang() === 'zh';
  if (view.actor === null) return '';
  const doing = `${names(view.actor)} ${DOES[view.phase][zh ? 1 : 0]}`;
  if (view.turn === 0) return doing;
  return zh ? `第 ${view.turn} 回合 · ${doing}` : `turn ${view.turn} · ${doing}`;
}
