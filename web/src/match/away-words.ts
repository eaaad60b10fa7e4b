import { lang } from '../words/i18n.svelte';

// Words about those who walk away: their own, so that the front page need not load them.
const EN = {
  here: 'here',
  away: 'away',
  left: '{name} has left the page.',
  back: '{name} is back.',
  title: '{name} is away. ',
  'title.n': '{name} are away. ',
  wait: 'If {name} is not back in {time}, you need not wait any longer.',
  short: 'away {time}',
  'wait.n': 'If they are not back in {time}, you need not wait any longer.',
  'short.n': '{n} away {time}',
  now: 'You need not wait any longer. What shall it be?',
  win: 'Claim the win',
  draw: 'Call it a draw',
  bot: 'Go on against the computer',
  abort: 'Call it off, no rating',
  agree: 'Those who stayed must agree.',
  'quick.title': 'Quick match: {game}',
  'quick.text': 'You meet whoever asks for the same next.',
  'quick.pace': 'At what pace?',
  'quick.rapid': 'Rapid',
  'quick.rapid.text': 'a minute a move',
  'quick.relaxed': 'Relaxed',
  'quick.relaxed.text': 'five minutes a move',
  'quick.days': 'Days',
  'quick.days.text': 'two days a move',
  'quick.rated': 'For the rating',
  'quick.go': 'Find somebody',
};

const ZH: typeof EN = {
  here: '在场',
  away: '不在',
  left: '{name}离开了页面。',
  back: '{name}回来了。',
  title: '{name}不在。',
  'title.n': '{name}都不在。',
  wait: '{name}若 {time} 内不回来，就不必再等。',
  short: '不在 {time}',
  'wait.n': '{time} 内不回来，就不必再等。',
  'short.n': '{n} 人不在 {time}',
  now: '不必再等了。怎么办？',
  win: '判我胜',
  draw: '算和棋',
  bot: '让电脑接着下',
  abort: '作罢，不计分',
  agree: '留下的人都要同意。',
  'quick.title': '快速配对：{game}',
  'quick.text': '与下一位提出同样要求的人对局。',
  'quick.pace': '什么节奏？',
  'quick.rapid': '快棋',
  'quick.rapid.text': '每步一分钟',
  'quick.relaxed': '从容',
  'quick.relaxed.text': '每步五分钟',
  'quick.days': '按天',
  'quick.days.text': '每步两天',
  'quick.rated': '计分',
  'quick.go': '找对手',
};

export type Word = keyof typeof EN;

export function word(key: Word, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
