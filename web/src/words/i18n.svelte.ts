import { en } from './en';
import type { more } from './en-more';

export type Key = keyof typeof en | keyof typeof more;

export type Lang = 'en' | 'zh';

interface Chinese {
  zh: Record<Key, string>;
  codes: Record<string, string>;
}

/** English, as far as it is here. */
const english: Partial<Record<Key, string>> = { ...en };

/** A part of the page that is loaded when it is wanted, with the words it needs. */
export async function worded<T>(part: Promise<T>): Promise<T> {
  Object.assign(english, (await import('./en-more')).more);
  return part;
}

const state = $state<{ lang: Lang; chinese: Chinese | null }>({ lang: 'en', chinese: null });

export function lang(): Lang {
  return state.lang;
}

/** The text under this key in the chosen language, `{name}` filled in. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = state.lang === 'zh' && state.chinese ? state.chinese.zh[key] : (english[key] ?? key);
  return fill(text, values);
}

/** A text with `{name}` filled in; `{n|card|cards}` is the word that goes with the number. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    return value === undefined ? whole : one === undefined || many === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

/** Text of a key made at run time, such as a reason from the server. */
export function maybe(key: string, fallback: string): string {
  return Object.hasOwn(english, key) ? t(key as Key) : fallback;
}

/** Refusals of the rules in Chinese, by code; each game brings its own. */
const ruleCodes: Record<string, string> = {};
const ruleSays: [RegExp, string][] = [];
export function learnCodes(codes: Record<string, string>, says: [RegExp, string][] = []): void {
  Object.assign(ruleCodes, codes);
  ruleSays.push(...says);
}

/** A refusal in the reader's language; the server's own sentence is the fallback. */
export function refusal(code: string, message: string): string {
  // What the rules refuse comes as `action/word`.
  const rule = code.replace(/^action\//, '');
  const said = ruleSays.find(([form]) => form.test(message))?.[1];
  const words = state.lang === 'zh' ? (state.chinese?.codes[code] ?? said ?? ruleCodes[rule] ?? state.chinese?.codes[rule]) : undefined;
  const text = words ?? maybe(`code.${code}`, message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export async function setLanguage(to: Lang): Promise<void> {
  if (to === 'zh' && state.chinese === null) state.chinese = await import('./zh');
  state.lang = to;
  document.documentElement.lang = to === 'zh' ? 'zh-CN' : 'en';
  try {
    localStorage.setItem('parlor.lang', to);
  } catch {
    // Asked again next time.
  }
}

export async function startLanguage(): Promise<void> {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('parlor.lang');
  } catch {
    // The browser's own language decides.
  }
  const wanted = kept ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
  await setLanguage(wanted === 'zh' ? 'zh' : 'en');
}
