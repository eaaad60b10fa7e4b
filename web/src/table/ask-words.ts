import { lang } from '../words/i18n.svelte';

// Words of invitations to a table and of people beside each other: their own, so that the front page need not load them.
const EN = {
  'ask.asks': '{name} invites you to a table: {game}',
  'ask.who': 'At the table: {names} ({taken} of {seats})',
  'ask.title': 'Who is here',
  'ask.person': 'Invite {name} to this table',
  'ask.invite': 'Invite',
  'ask.sent': 'invited',
  'ask.table': 'Invite to my table: {game}, {taken} of {seats} seats taken',
  'ask.or': 'or a new match',
  'ask.done': '{name} is asked to come.',
  'here.title': 'Somebody beside you?',
  'here.text': 'They play at this computer, too; the others come by the code.',
  'here.name': 'Their name',
  'here.add': 'Seat them here',
  'here.at': 'at this computer',
  'there.at': 'at {name}\'s computer',
};

const ZH: Record<Word, string> = {
  'ask.asks': '{name} 邀请你入座：{game}',
  'ask.who': '桌上有：{names}({taken}/{seats})',
  'ask.title': '在场的人',
  'ask.person': '邀请 {name} 来这一桌',
  'ask.invite': '邀请',
  'ask.sent': '已邀请',
  'ask.table': '邀请来我这一桌：{game}，已坐 {taken}/{seats}',
  'ask.or': '或另开一局',
  'ask.done': '已邀请 {name}。',
  'here.title': '身边还有人？',
  'here.text': '大家共用这台电脑，其他人用口令加入。',
  'here.name': '对方的名字',
  'here.add': '在此入座',
  'here.at': '在这台电脑前',
  'there.at': '在 {name} 的电脑前',
};

type Word = keyof typeof EN;

export function askWord(key: Word, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
