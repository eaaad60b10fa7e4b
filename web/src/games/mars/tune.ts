import { beats, DORIAN, LOW_MINOR, type Tune } from '../../lib/tune';

export const tune: Tune = { scale: DORIAN, bass: [0, 0, 3, 0], rhythm: beats('x.....x.'), drum: beats('x.......'), beat: 520, shape: 'sine', ring: 5, attack: 0.3, rest: 0.3, volume: 0.2, unasked: true };
/** Of the title screen. */
export const MENU: Tune = { scale: LOW_MINOR, bass: [0, 0, 5, 4], rhythm: beats('x..x..x.'), drum: beats('x...x.xx'), beat: 420, shape: 'triangle', ring: 4, attack: 0.16, rest: 0.15, volume: 0.3, unasked: true };
