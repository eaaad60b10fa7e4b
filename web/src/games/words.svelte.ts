// The words each game brings along for tables, forms and results, loaded when somebody needs them.
import type { Component } from 'svelte';
import { lang, learnCodes, maybe, t } from '../words/i18n.svelte';
import { shelf } from './shelf';
import type { Both } from './types';

/** What an option says about a table: a sentence, or nothing worth reading. */
export type Say = (value: unknown) => Both | null;

export interface GameWords {
  /** Of options and of their values. */
  names: Record<string, Both>;
  /** What each option means, in Chinese; English comes from the server. */
  abouts: Record<string, string>;
  sentences: Record<string, Say>;
  /** Why a match ended, by the word of the outcome. */
  reasons: Record<string, Both>;
  /** Refusals of the rules in Chinese, by code. */
  codes: Record<string, string>;
  /** Refusals whose code says too little, by the server's sentence. */
  says?: [RegExp, string][];
  /** Quick words for the chat that fit this game. */
  phrases: Both[];
  /** Fields of the game's own in the form of a new table. */
  fields?: Record<string, Component<{ label: string; seats: number; value: unknown }, Record<string, never>, 'value'>>;
}

let known = $state.raw<Record<string, GameWords>>({});
const asked = new Set<string>();

/** Null until they are there; whoever reads it in a component is told then. */
export function gameWords(id: string): GameWords | null {
  if (!asked.has(id)) {
    asked.add(id);
    void shelf(id)?.words().then((words) => {
      known = { ...known, [id]: words };
      learnCodes(words.codes, words.says);
    }, () => asked.delete(id));
  }
  return known[id] ?? null;
}

const pick = (both: Both | null | undefined): string | undefined => both?.[lang() === 'zh' ? 1 : 0];

/** An option or one of its values; of a game that came after this page, made from the identifier. */
export function optionWord(game: string, name: string): string {
  const found = pick(gameWords(game)?.names[name]);
  if (found !== undefined) return found;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function optionAbout(game: string, name: string, about: string): string {
  const text = (lang() === 'zh' ? gameWords(game)?.abouts[name] : undefined) ?? about;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sentences of a table's options, in the order the game gives them. */
export function optionSentences(game: string, options: Record<string, unknown>): string[] {
  const words = gameWords(game);
  if (words === null && shelf(game) !== undefined) return [];
  return Object.entries(options).flatMap(([name, value]) => {
    const say = words?.sentences[name];
    if (say === undefined) return [`${optionWord(game, name)}: ${plain(game, value)}`];
    return pick(say(value)) ?? [];
  });
}

/** Why a match ended. */
export function reasonWord(game: string, reason: string): string {
  return pick(gameWords(game)?.reasons[reason]) ?? maybe(`reason.${reason}`, reason.replaceAll('_', ' '));
}

/** For options of a game that came after this page. */
function plain(game: string, value: unknown): string {
  if (value === true || value === false) return t(value ? 'yes' : 'no');
  if (value === null) return t('off');
  if (typeof value === 'string') return optionWord(game, value);
  return typeof value === 'object' ? Object.values(value).map(String).join(', ') : String(value);
}
