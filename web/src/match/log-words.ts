import type { GameModule, Names } from '../games/types';
import type { LogLine } from '../generated/protocol';
import { lang, t } from '../words/i18n.svelte';

const MOST_WORDS = 8;

/** What one entry of the log says, in the reader's language. */
export function logWords(line: LogLine, module: GameModule | null, nameOf: Names): string[] {
  const who = line.seat === null ? '' : nameOf(line.seat);
  if (line.kind === 'abandon') return [t('log.abandon')];
  if (line.kind === 'ruling') return [t('log.ruling')];
  if (line.kind === 'claim') return lang() === 'en' ? line.words : [t(`log.claim.${claimOf(line.words[0] ?? '')}`, { name: who })];
  if (line.kind === 'take_back') return [t('log.take_back', { name: who })];
  const own = lang() === 'en' || module === null ? line.words : line.events.flatMap((event) => module.chinese(event, nameOf) ?? []);
  if (own.length > 0) return shorten(own);
  if (line.kind === 'resign') return [t('log.resign', { name: who })];
  if (line.kind === 'time_out') return [t('log.time_out', { name: who })];
  return line.kind === 'agree_draw' ? [t('log.agree_draw')] : [];
}

/** A move may have hundreds of consequences: the board shows them, the log counts them. */
function shorten(all: string[]): string[] {
  const [first, last] = [all[0], all.at(-1)];
  if (all.length <= MOST_WORDS || first === undefined || last === undefined) return all;
  return [first, t('log.more', { n: all.length - 2 }), last];
}

/** The server tells in English what was claimed; nothing else in the line says it. */
function claimOf(words: string): 'win' | 'draw' | 'abort' {
  return words.endsWith('win') ? 'win' : words.endsWith('draw') ? 'draw' : 'abort';
}
