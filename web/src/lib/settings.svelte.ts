export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'normal' | 'fast' | 'off';

interface Kept {
  theme: Theme;
  sound: boolean;
  music: boolean;
  speed: Speed;
  notify: boolean;
  /** The level last chosen for a computer player; the house may not have it. */
  level: string;
}

const KEY = 'parlor.settings';
const PLAIN: Kept = { theme: 'auto', sound: true, music: false, speed: 'normal', notify: false, level: 'medium' };

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

export function applyTheme(): void {
  document.documentElement.dataset.theme = settings.theme;
}

/** How long one step of an animation takes; 0 means none. */
export function pace(normal: number): number {
  if (settings.speed === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return settings.speed === 'fast' ? normal / 3 : normal;
}
