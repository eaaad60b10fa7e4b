import { en, type Key } from './en';

export type { Key };

export type Lang = 'en' | 'zh';

interface Chinese {
  zh: Record<Key, string>;
  optionNames: Record<string, string>;
  optionAbouts: Record<string, string>;
  codes: Record<string, string>;
}

const state = $state<{ lang: Lang; chinese: Chinese | null }>({ lang: 'en', chinese: null });

export function lang(): Lang {
  return state.lang;
}

/** The text under this key in the chosen language, `{name}` filled in. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = state.lang === 'zh' && state.chinese ? state.chinese.zh[key] : en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Text of a key made at run time, such as a reason from the server. */
export function maybe(key: string, fallback: string): string {
  return Object.hasOwn(en, key) ? t(key as Key) : fallback;
}

/** A refusal in the reader's language; the server's own sentence is the fallback. */
export function refusal(code: string, message: string): string {
  const words = state.lang === 'zh' ? state.chinese?.codes[code] : undefined;
  const text = words ?? maybe(`code.${code}`, message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Option and value names: Chinese from the table, English made from the identifier. */
export function optionWord(game: string, name: string): string {
  if (state.lang === 'zh') {
    const found = state.chinese?.optionNames[`${game}.${name}`] ?? state.chinese?.optionNames[name];
    if (found !== undefined) return found;
  }
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What an option means: Chinese from the table, English from the server. */
export function optionAbout(game: string, name: string, about: string): string {
  const text = (state.lang === 'zh' ? state.chinese?.optionAbouts[`${game}.${name}`] : undefined) ?? about;
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
