import type { View } from '../../generated/marelles';
import { lang } from '../../words/i18n.svelte';
import { label } from './labels';

export { default as Small } from './Small.svelte';

/** The number of the move, and what the last one was. */
export function line(view: View): string {
  const zh = lang() === 'zh';
  const move = zh ? `第 ${view.plies + (view.pending_removal ? 1 : 0)} 手` : `move ${view.plies + (view.pending_removal ? 1 : 0)}`;
  const { last } = view;
  if (last === null) return zh ? '刚刚开始' : 'just begun';
  const what = view.pending_removal || last.removed !== null ? (zh ? '成线' : 'a mill')
    : last.from === null ? label(last.to) : `${label(last.from)}–${label(last.to)}`;
  return `${move} · ${what}`;
}
