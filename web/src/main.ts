import { mount } from 'svelte';
import App from './App.svelte';
import { startLanguage, worded } from './words/i18n.svelte';

const target = document.getElementById('app');

async function start(at: HTMLElement): Promise<void> {
  await startLanguage();
  // Under this address `parlor join` shows a game of somebody else's server, without a house.
  if (location.pathname === '/join') mount((await worded(import('./join/Join.svelte'))).default, { target: at });
  else mount(App, { target: at });
}

if (target) void start(target);
