import type { View } from '../../generated/mars';
import { lang } from '../../words/i18n.svelte';

export { default as Small } from './Small.svelte';

export function line(view: View): string {
  const [soviets, germans] = view.scores;
  return lang() === 'zh' ? `第 ${view.turn} 回合 · ${soviets.total} : ${germans.total}` : `turn ${view.turn} · ${soviets.total} : ${germans.total}`;
}
