import { beats, MINOR, type Tune } from '../../lib/tune';

export const tune: Tune = { scale: MINOR, bass: [0, 3, 4, 0], rhythm: beats('x.x.xx..'), beat: 300, shape: 'triangle', ring: 1.6, volume: 0.2 };
