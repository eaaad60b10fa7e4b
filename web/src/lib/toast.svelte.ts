import { Refused } from '../net/api';
import { refusal } from '../words/i18n.svelte';

interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

export const toasts = $state<Toast[]>([]);
let count = 0;

export function say(text: string, bad = false): void {
  const id = (count += 1);
  toasts.push({ id, text, bad });
  if (toasts.length > 4) toasts.shift();
  setTimeout(() => dismiss(id), bad ? 7000 : 4000);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((toast) => toast.id === id);
  if (at >= 0) toasts.splice(at, 1);
}

/** What went wrong, in a sentence. */
export function complain(error: unknown): void {
  if (error instanceof Refused) say(refusal(error.code, error.message), true);
  else {
    console.error(error);
    say(refusal('page/unexpected', 'something unexpected happened'), true);
  }
}
