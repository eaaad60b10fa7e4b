import { lang } from '../words/i18n.svelte';

/** Words of the page for leaders alone: nobody else has to load them. */
const en = {
  title: 'My groups',
  none: 'You lead no group. Whoever answers for the house can give you one.',
  members: '{n} people',
  new: 'New people, one name a line',
  make: 'Make cards',
  again: 'New card',
  again_all: 'New cards for all',
  void: 'The last card becomes void.',
  cards: 'Cards of {group}',
  once: 'These codes are shown once. Print them now; for a lost card make a new one.',
  print: 'Print',
  tap: 'Scan, and you are in.',
  own: 'has a password',
  remove: 'Remove',
  remove_name: 'Remove {name}',
  remove_sure: 'Remove {name} from {group}? The card becomes void, and whoever has neither a password nor a recovery phrase is signed out and cannot come in any more. Games stay.',
  removed: '{name} does not belong to {group} any more.',
  keep: 'Keep',
  sign_in: 'Sign in',
  need: 'Sign in to see your groups.',
};

const zh: Record<keyof typeof en, string> = {
  title: '我的小组',
  none: '你没有带领任何小组。管理本屋的人可以为你设立一个。',
  members: '{n} 人',
  new: '新成员，每行一个名字',
  make: '制作卡片',
  again: '新卡片',
  again_all: '为所有人制作新卡片',
  void: '旧卡片即失效。',
  cards: '{group} 的卡片',
  once: '这些代码只显示一次。请现在打印；卡片丢失时可重新制作。',
  print: '打印',
  tap: '扫一扫即可进入。',
  own: '有自己的密码',
  remove: '移出',
  remove_name: '移出 {name}',
  remove_sure: '把 {name} 移出 {group}？卡片随即失效；没有密码也没有恢复短语的人会被登出，不能再进来。对局保留。',
  removed: '{name} 已不再属于 {group}。',
  keep: '保留',
  sign_in: '登录',
  need: '登录后可查看你的小组。',
};

export function w(word: keyof typeof en, values: Record<string, string | number> = {}): string {
  const text = (lang() === 'zh' ? zh : en)[word];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
