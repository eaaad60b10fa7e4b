// What a tune is: lib/music plays it, and is loaded when somebody wants to hear it.
import { settings } from './settings.svelte';

export interface Tune {
  /** Hertz; the melody walks up and down on it. */
  scale: number[];
  /** Places of the scale, one a bar, an octave below. */
  bass: number[];
  /** Beats of a bar that have a note: the rhythm. */
  rhythm: boolean[];
  /** Beats of a bar that have a muffled drum. */
  drum?: boolean[];
  beat: number;
  shape: OscillatorType;
  /** How long notes ring, in beats. */
  ring: number;
  /** Seconds until a note is loud: none is plucked, much is bowed. */
  attack?: number;
  /** How often a note of the rhythm is left out. */
  rest?: number;
  volume: number;
  /** Plays unless somebody has switched music off; others only if it was switched on. */
  unasked?: boolean;
}

export const beats = (text: string): boolean[] => [...text].map((it) => it === 'x');
export const MINOR = [220, 246.9, 261.6, 293.7, 329.6, 349.2, 392, 440];
export const PENTATONIC = [220, 261.6, 293.7, 329.6, 392, 440, 523.3];
export const MAJOR = [261.6, 293.7, 329.6, 349.2, 392, 440, 493.9, 523.3];
export const DORIAN = [146.8, 164.8, 174.6, 196, 220, 246.9, 261.6, 293.7];
export const LOW_MINOR = [130.8, 146.8, 155.6, 174.6, 196, 207.7, 233.1, 261.6];

/** The front page's; the loudness of menus is 30 %, that of games 20 %. */
export const HOUSE: Tune = { scale: PENTATONIC, bass: [0, 3, 1, 4], rhythm: beats('xxxx'), beat: 700, shape: 'triangle', ring: 2.4, volume: 0.2 };

/** Whether this tune is heard: as somebody chose, else as the tune itself has it. */
export function musicOn(tune: Tune | null): boolean {
  return tune !== null && (settings.music ?? tune.unasked ?? false);
}
