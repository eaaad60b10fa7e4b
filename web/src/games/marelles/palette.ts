// Colours of the seats as the shell and the tests read them.
export const SEATS = {
  black: { fill: '#2b323a', text: '#ffffff', symbol: '●' },
  white: { fill: '#fbf5e4', text: '#1b1b1b', symbol: '○' },
};

/** The wood they lie on, by day and by night. */
export const GROUND = ['#dca864', '#c48844', '#a56d39', '#855127'];
