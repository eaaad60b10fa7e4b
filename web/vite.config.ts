import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` talks to a house that runs beside it.
const house = process.env.PARLOR_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 400 },
  // The house checks that requests come from its own page, so the host stays as the browser sent it.
  server: { proxy: { '/api': { target: house, changeOrigin: false }, '/ws': { target: house, ws: true, changeOrigin: false } } },
});
