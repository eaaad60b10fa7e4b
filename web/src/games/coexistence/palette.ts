// Colours of the seats as the shell and the tests read them; the scene's own are in tokens.css.
export const SEATS = [
  { fill: '#245f93', text: '#ffffff', symbol: '●' },
  { fill: '#b4501f', text: '#ffffff', symbol: '▲' },
];
