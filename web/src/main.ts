import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { startLanguage } from './words/i18n.svelte';

const target = document.getElementById('app');
if (target) void startLanguage().then(() => mount(App, { target }));
