import { lang } from '../../words/i18n.svelte';
import { REASONS, when } from '../says';
import type { Both } from '../types';
import type { Say } from '../words.svelte';

export const names: Record<string, Both> = {
  arrow_duel: ['Arrows may kill arrows', '箭可杀箭'], deck: ['Cards in the deck', '牌组'],
  axe: ['Axe', '斧'], hammer: ['Hammer', '锤'], sword: ['Sword', '剑'], arrow: ['Arrow', '箭'],
};
export const abouts: Record<string, string> = {
  arrow_duel: '箭可以杀箭，得 0 点',
  deck: '洗入多少斧、锤、剑、箭：每种 0 到 1000，合计至少 12；每轮发 12 张',
};
export const sentences: Record<string, Say> = {
  arrow_duel: when(['Arrows may kill arrows, for 0 points', '箭可以杀箭，得 0 点']),
  deck: (deck) => {
    const cards = Object.entries((deck ?? {}) as Record<string, number>);
    if (cards.length === 0 || cards.every(([, n]) => n === 3)) return ['Three of each card are shuffled', '每种牌各三张'];
    const text = cards.map(([card, n]) => `${n} × ${names[card]?.[lang() === 'zh' ? 1 : 0] ?? card}`).join(', ');
    return [text, text];
  },
};
export const reasons: Record<string, Both> = { ...REASONS, points: ['nine points of glory', '九点荣耀'], rounds: ['four rounds are over: both lost', '四轮已过，双方皆负'] };
export const codes: Record<string, string> = {
  bad_column: '没有这一列', dead_attacker: '这张牌已阵亡', dead_target: '目标已阵亡', no_kill: '它打不过那张牌',
};
export const phrases: Both[] = [['A sharp blow!', '好锋利的一击！'], ['Your glory grows.', '你的荣耀在增长。']];
