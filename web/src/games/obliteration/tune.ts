import { beats, PENTATONIC, type Tune } from '../../lib/tune';

export const tune: Tune = { scale: PENTATONIC, bass: [0, 4, 2, 5], rhythm: beats('xx.xx.xx'), beat: 260, shape: 'sine', ring: 2, volume: 0.2 };
