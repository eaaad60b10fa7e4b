import { beats, MAJOR, type Tune } from '../../lib/tune';

export const tune: Tune = { scale: MAJOR, bass: [0, 3, 4, 0], rhythm: beats('x.x.x.xx'), beat: 420, shape: 'sine', ring: 2.2, volume: 0.2 };
