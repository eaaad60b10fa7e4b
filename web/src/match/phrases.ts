// Quick words for the chat. They are said in English, and everybody reads them in their own language.
import type { Both } from '../games/types';
import { gameWords } from '../games/words.svelte';
import { lang } from '../words/i18n.svelte';

const EVERYWHERE: Both[] = [
  ['Hello!', '你好！'],
  ['Good luck!', '祝好运！'],
  ['Well played!', '下得漂亮！'],
  ['One moment, please.', '请稍等。'],
  ['Thank you for the game!', '谢谢对局！'],
];

export function phrases(game: string): Both[] {
  return [...EVERYWHERE, ...(gameWords(game)?.phrases ?? [])];
}

export const inOwnLanguage = ([en, zh]: Both): string => (lang() === 'zh' ? zh : en);

/** What somebody said; a quick phrase in the reader's language. */
export function read(game: string, text: string): string {
  const found = phrases(game).find((it) => it[0] === text);
  return found === undefined ? text : inOwnLanguage(found);
}
