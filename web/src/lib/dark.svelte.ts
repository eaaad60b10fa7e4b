import { MediaQuery } from 'svelte/reactivity';
import { settings } from './settings.svelte';

const night = new MediaQuery('prefers-color-scheme: dark');

/** Whether the page is dark now, as something that changes: for what is painted by hand and cannot ask the style sheet. */
export const isDark = (): boolean => settings.theme === 'dark' || (settings.theme === 'auto' && night.current);
