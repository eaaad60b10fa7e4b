import type { TuneName } from './music';

/** What is on, for the music: the tune of the front page, a menu or a game. */
export const stage = $state<{ tune: TuneName | 'silence' }>({ tune: 'house' });
