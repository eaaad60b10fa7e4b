import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` talks to a house that runs beside it.
const house = process.env.PARLOR_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The house's policy allows fonts from itself alone.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Every file costs its headers: what the first visit needs anyway is one, and so are the small boards, and what every board and many pages share.
        codeSplitting: {
          groups: [
            { name: 'small', test: /games\/\w+\/(Small\.svelte|thumbnail\.ts|small\.json)|games\/(marelles\/(labels|geometry)|obliteration\/hexes)\.ts/, priority: 1 },
            { name: 'parts', test: /src\/(parts\/(Dialog|Fan|GuideCard|Level|Lost|Logo|Spark|Switches)\.svelte|match\/(MatchBar\.svelte|log-words|away-words)|screen\/words|net\/relations|lib\/(guide|sound|clocks|dark))/, priority: 1 },
            { name: 'house', test: /rolldown.runtime|node_modules\/(svelte|esm-env|clsx)\/|src\/(App\b|pages\/Front\b|lib\/(portal|router|settings|stage|toast|tune)|net\/(api|boards|catalogue|lobby|session|socket)|words\/(en\.ts|i18n)|games\/(index|shelf|types|words|\w+\/shelf)\b|parts\/(Banner|GameCard|Header|Icon|LiveTile|Picture|Thumbnail))/, priority: 2 },
          ],
        },
      },
    },
  },
  // The house checks that requests come from its own page, so the host stays as the browser sent it.
  server: { proxy: { '/api': { target: house, changeOrigin: false }, '/ws': { target: house, ws: true, changeOrigin: false } } },
});
