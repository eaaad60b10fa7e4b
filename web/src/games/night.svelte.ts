// Drawings that are rasterised cannot follow style sheets: they ask here whether it is night.
const state = $state({ night: false });

function look(): void {
  state.night = getComputedStyle(document.documentElement).colorScheme === 'dark';
}

if (typeof document !== 'undefined') {
  look();
  new MutationObserver(look).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look);
}

export function night(): boolean {
  return state.night;
}
