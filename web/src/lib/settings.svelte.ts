export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'normal' | 'fast' | 'off';

interface Kept {
  theme: Theme;
  sound: boolean;
  /** 0 to 1. */
  volume: number;
  /** Null until somebody chooses: each tune knows whether it plays unasked. */
  music: boolean | null;
  speed: Speed;
  notify: boolean;
  /** The level last chosen for a computer player; the house may not have it. */
  level: string;
  /** The side last chosen, by game. */
  sides: Record<string, number | 'random'>;
}

const KEY = 'parlor.settings';
/** How loud it is until somebody chooses. */
export const VOLUME = 0.6;
const PLAIN: Kept = { theme: 'auto', sound: true, volume: VOLUME, music: null, speed: 'normal', notify: false, level: 'medium', sides: {} };

function read(): Kept {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...PLAIN };
  }
}

export const settings = $state<Kept>(read());

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
  applyTheme();
}

const night = matchMedia('(prefers-color-scheme: dark)');
night.addEventListener('change', () => applyTheme());

/** The style sheet knows day and night only; what the system wishes is decided here. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
}

export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'auto' && night.matches);
}

/** How long one step of an animation takes; 0 means none. */
export function pace(normal: number): number {
  if (settings.speed === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return settings.speed === 'fast' ? normal / 3 : normal;
}
