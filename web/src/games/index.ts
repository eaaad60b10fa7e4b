// One line a game.
export { default as coexistence } from './coexistence/shelf';
export { default as marelles } from './marelles/shelf';
export { default as mars } from './mars/shelf';
export { default as obliteration } from './obliteration/shelf';
export { default as risk } from './risk/shelf';
