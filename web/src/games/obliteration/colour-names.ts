import { lang } from '../../words/i18n.svelte';

/** In the order of the colours' numbers. */
export const COLOUR_NAMES = ['red', 'green', 'navy', 'yellow', 'cyan', 'purple', 'black', 'white', 'orange', 'pink'];
const CHINESE = ['红', '绿', '深蓝', '黄', '青', '紫', '黑', '白', '橙', '粉'];

export const colourName = (number: number): string => (lang() === 'zh' ? CHINESE : COLOUR_NAMES)[number] ?? '';
