import type { View } from '../../generated/coexistence';
import { lang } from '../../words/i18n.svelte';

export { default as Small } from './Small.svelte';

export function line(view: View): string {
  const round = Math.min(view.round, view.rounds);
  const score = view.scores.join(' : ');
  return lang() === 'zh' ? `第 ${round} 轮 · ${score}` : `round ${round} · ${score}`;
}
