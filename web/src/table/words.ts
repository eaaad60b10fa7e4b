import { lang } from '../words/i18n.svelte';

// Words of invitations, challenges and people: their own, so that the front page need not load them.
const EN = {
  'invite.code': 'The code of this table',
  'invite.say': 'Say these letters: the front page asks for them.',
  'invite.nc': 'In a terminal: nc {host} {port}, then: code {code}',
  'invite.near': 'Same Wi-Fi: just scan',
  'invite.closed': 'This house listens on this machine only: nobody from another one can come in. Whoever runs it can start it with --listen 0.0.0.0:8080.',
  'challenge.title': 'Challenge {name}',
  'challenge.change.title': 'Other terms for {name}',
  'challenge.send': 'Send the challenge',
  'challenge.region': 'Challenges',
  'challenge.asks': '{name} challenges you: {game}',
  'challenge.change': 'Other terms',
  'challenge.decline': 'Decline',
  'challenge.waits': 'Waiting for {name} to answer.',
  'manners.title': 'You and {name}',
  try: 'While you wait, try the board with both sides',
  'try.again': 'Clear the board',
  mute: 'Mute',
  'mute.end': 'Muted: hear again',
  'mute.about': 'Hide what they say',
  block: 'Block',
  'block.end': 'Blocked: lift',
  'block.about': 'Hide what they say; no challenges, no pairing with them',
  report: 'Report',
  'report.reason': 'What did {name} do?',
  'report.about': 'Those who answer for the house read it.',
  'report.about.talk': 'Those who answer for the house read it, with what was said at this table.',
  'report.send': 'Send the report',
  'report.done': 'The report is with those who answer for the house.',
};

const ZH: Record<Word, string> = {
  'invite.code': '本桌的口令',
  'invite.say': '把这几个字母告诉朋友，在首页输入即可。',
  'invite.nc': '在终端里：nc {host} {port}，然后输入 code {code}',
  'invite.near': '同一 Wi-Fi：扫码即可',
  'invite.closed': '本站目前只在这台机器上可用，别的机器无法进入。运行者可以用 --listen 0.0.0.0:8080 启动。',
  'challenge.title': '向 {name} 挑战',
  'challenge.change.title': '向 {name} 提出别的条件',
  'challenge.send': '发出挑战',
  'challenge.region': '挑战',
  'challenge.asks': '{name} 向你挑战：{game}',
  'challenge.change': '改条件',
  'challenge.decline': '谢绝',
  'challenge.waits': '等待 {name} 答复。',
  'manners.title': '你与 {name}',
  try: '等人的时候，可以先两边都走走看',
  'try.again': '清空棋盘',
  mute: '静音',
  'mute.end': '已静音：恢复',
  'mute.about': '隐藏其发言',
  block: '屏蔽',
  'block.end': '已屏蔽：解除',
  'block.about': '隐藏其发言，不接受其挑战，不与其配对',
  report: '举报',
  'report.reason': '{name} 做了什么？',
  'report.about': '由管理本屋的人查看。',
  'report.about.talk': '由管理本屋的人查看，并附上本桌的聊天。',
  'report.send': '发送举报',
  'report.done': '举报已交给管理本屋的人。',
};

export type Word = keyof typeof EN;

export function word(key: Word, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
