import { lang } from '../../words/i18n.svelte';

export type Unit = 'axe' | 'hammer' | 'sword' | 'arrow';

export interface CoView {
  hands: (Unit | null)[][];
  scores: number[];
  goal: number;
  round: number;
  rounds: number;
  turn: number | null;
  last: { kind: string; seat: number; own: number; target: number } | null;
}

const CHINESE: Record<string, string> = { axe: '斧', hammer: '锤', sword: '剑', arrow: '箭' };

export const column = (index: number): string => String.fromCharCode(65 + index);
export const unitName = (unit: string): string => (lang() === 'zh' ? (CHINESE[unit] ?? unit) : unit);
