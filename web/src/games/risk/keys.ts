// Letters and digits: A is the main button of the moment, E ends the phase, Escape takes back what was
// chosen, digits are dice or troops.
import type { View } from '../../generated/risk';
import { marked, trade } from './hand.svelte';
import type { Orders } from './orders.svelte';

let typed = { text: '', at: 0 };

export function shortcuts(event: KeyboardEvent, orders: Orders, { view, legal, play }: { view: View; legal: string[]; play: (action: string) => void }): void {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, select, dialog, [contenteditable]') !== null) return;
  const { valid } = orders;
  if (event.key === 'Escape') {
    if (orders.task !== null) orders.task = null;
    else orders.reset();
  } else if (valid === null) return;
  else if (/^[1-9]$|^0$/.test(event.key)) digit(event.key, orders, play);
  else if (event.key.toLowerCase() === 'e' && legal.includes('skip') && orders.task === null) play('skip');
  else if (event.key.toLowerCase() === 'a' && orders.task === null) main(orders, view, legal, play);
}

function digit(key: string, orders: Orders, play: (action: string) => void): void {
  const { valid } = orders;
  const n = Number(key);
  if (valid?.phase === 'defend' && n >= 1 && n <= valid.max_dice) play(`defend ${n}`);
  else if (valid?.phase === 'attack' && n >= 1 && n <= orders.dice) orders.attackOnce(n);
  else if (valid?.phase === 'reinforce' && orders.lately !== null) orders.put(orders.lately, Math.min(n, valid.troops - orders.placed));
  else if (valid?.phase === 'occupy' || (valid?.phase === 'transfer' && orders.to !== null)) {
    // Digits one after the other make a number.
    const now = performance.now();
    typed = { text: now - typed.at < 900 ? typed.text + key : key, at: now };
    orders.count = Math.max(orders.least, Math.min(orders.most, Number(typed.text)));
  }
}

function main(orders: Orders, view: View, legal: string[], play: (action: string) => void): void {
  const { valid, from, to, lately } = orders;
  if (valid?.phase === 'turn_in') {
    const action = trade(view.hand ?? [], marked());
    if (legal.includes(action)) play(action);
  } else if (valid?.phase === 'setup_reinforce' && lately !== null) orders.start({ kind: 'place', land: lately, more: valid.stock });
  else if (valid?.phase === 'reinforce' && lately !== null && orders.placed < valid.troops) orders.placeAll(lately);
  else if (valid?.phase === 'reinforce' && orders.placed === valid.troops) orders.send();
  else if (valid?.phase === 'attack' && from !== null && to !== null) orders.start({ kind: 'attack', from, to, until: orders.until, left: orders.left });
  else if (valid?.phase === 'defend') play(`defend ${valid.max_dice}`);
  else if (valid?.phase === 'occupy' || (valid?.phase === 'transfer' && to !== null)) orders.send();
}
