import { beats, DORIAN, type Tune } from '../../lib/tune';

export const tune: Tune = { scale: DORIAN, bass: [0, 5, 3, 4], rhythm: beats('x...x.xx'), beat: 380, shape: 'triangle', ring: 2.6, volume: 0.2 };
