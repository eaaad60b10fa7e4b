import { lang } from '../../words/i18n.svelte';

const EN = {
  join: 'Join Game', host: 'Host Game', credits: 'Credits', quit: 'Quit', cancel: 'Cancel', computer: 'Play the computer', copy: 'Copy the link', copied: 'Copied', ok: 'OK', again: 'Back to the menu', house: 'To the front page', go_there: 'Go there', music: 'Music',
  code: 'Link or code of the game', 'code.about': 'Leave it empty to join the game that you host.',
  'hosted.title': 'Game Hosted', hosted: 'Your game waits for two players. Send this link to your opponent, and join it yourself with Join Game and an empty field.',
  'hosted_already.title': 'Game Already Hosted', hosted_already: 'You host a game already. Join it with Join Game and an empty field.',
  'joined_already.title': 'Game Already Joined', joined_already: 'You sit in this game already.',
  'failed.title': 'Connection Failed', failed: 'There is no game at this address. Please enter a valid link or code.', nothing_hosted: 'You host no game at the moment. Paste the link you were sent, or host one.',
  'error.title': 'Connection Error', error: 'The connection to the house is lost. It is being restored; games wait for you meanwhile.',
  'closed.title': 'Until the next operation', closed: 'The guns are silent. Your games are kept.',
  'credits.design': 'Design and Programming', 'credits.art': 'Art', 'credits.sound': 'Sound', 'credits.video': 'Main Menu Video', 'credits.supervisor': 'Supervisor', 'credits.assessor': 'Second Assessor',
  'credits.ours': 'This honours the original game. Everything you see and hear here was drawn and synthesised for Parlor; nothing was taken over.',
};
const ZH: Record<keyof typeof EN, string> = {
  join: '加入对局', host: '主持对局', credits: '鸣谢', quit: '退出', cancel: '取消', computer: '与电脑对战', copy: '复制链接', copied: '已复制', ok: '好', again: '回到菜单', house: '回首页', go_there: '前往', music: '音乐',
  code: '对局的链接或代码', 'code.about': '留空则加入你主持的对局。',
  'hosted.title': '对局已建立', hosted: '对局正在等待两位玩家。把这个链接发给对手，自己点“加入对局”并留空即可入座。',
  'hosted_already.title': '已主持对局', hosted_already: '你已主持一局。点“加入对局”并留空即可进入。',
  'joined_already.title': '已加入对局', joined_already: '你已在这一局中入座。',
  'failed.title': '连接失败', failed: '这个地址没有对局。请输入有效的链接或代码。', nothing_hosted: '你现在没有主持的对局。请粘贴收到的链接，或主持一局。',
  'error.title': '连接中断', error: '与服务器的连接断开了，正在恢复；对局会等你。',
  'closed.title': '下次行动再见', closed: '炮声已息，你的对局都已保存。',
  'credits.design': '设计与编程', 'credits.art': '美术', 'credits.sound': '声音', 'credits.video': '主菜单影片', 'credits.supervisor': '导师', 'credits.assessor': '第二评审',
  'credits.ours': '谨向原作致敬。这里的画面与声音都由本项目自行绘制和合成，未取用原作素材。',
};

export type MenuWord = keyof typeof EN;
export const word = (key: MenuWord): string => (lang() === 'zh' ? ZH : EN)[key];
