import { lang } from '../../words/i18n.svelte';

const EN = {
  join: 'Join Game', host: 'Host Game', credits: 'Credits', quit: 'Quit', cancel: 'Cancel',
  code: 'Link or code of the game', 'code.about': 'Leave it empty to join the game that you host.',
  hosted: 'Game hosted: send the link to your opponent.', hosted_already: 'Game already hosted. Join it with Join Game and an empty field.', nothing_hosted: 'You host no game at the moment. Paste the link you were sent, or host one.',
  'credits.design': 'Design and Programming', 'credits.art': 'Art', 'credits.sound': 'Sound', 'credits.video': 'Main Menu Video', 'credits.supervisor': 'Supervisor', 'credits.assessor': 'Second Assessor',
  'credits.ours': 'This honours the original game. Everything you see and hear here was drawn and synthesised for Parlor; nothing was taken over.',
};
const ZH: Record<keyof typeof EN, string> = {
  join: '加入对局', host: '主持对局', credits: '鸣谢', quit: '退出', cancel: '取消',
  code: '对局的链接或代码', 'code.about': '留空则加入你主持的对局。',
  hosted: '对局已建立,把链接发给对手。', hosted_already: '你已主持一局。点“加入对局”并留空即可进入。', nothing_hosted: '你现在没有主持的对局。请粘贴收到的链接,或主持一局。',
  'credits.design': '设计与编程', 'credits.art': '美术', 'credits.sound': '声音', 'credits.video': '主菜单影片', 'credits.supervisor': '导师', 'credits.assessor': '第二评审',
  'credits.ours': '谨向原作致敬。这里的画面与声音都由本项目自行绘制和合成,未取用原作素材。',
};

export const word = (key: keyof typeof EN): string => (lang() === 'zh' ? ZH : EN)[key];
