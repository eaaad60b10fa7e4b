// The rules of a table as sentences. An option that says nothing worth reading has none.
import { lang, optionWord, t } from './i18n.svelte';

type Both = [en: string, zh: string] | null;
type Say = (value: unknown) => Both;

const when = (sentence: Both): Say => (value) => (value === true ? sentence : null);
const pick = (choices: Record<string, Both>): Say => (value) => choices[String(value)] ?? null;
const count = (off: unknown, make: (n: number) => Both): Say => (value) => (value === off || value === null ? null : make(Number(value)));

const SENTENCES: Record<string, Say> = {
  'mars.turns': (n) => [`${n} actions, then the scores decide`, `共 ${n} 个行动,之后按得分定胜负`],
  'mars.reveal_at_end': when(['The whole map is shown at the end', '结束后公开整张地图']),
  'obliteration.columns': (n) => [`${n} columns wide`, `棋盘 ${n} 列`],
  'obliteration.rows': (n) => [`${n} rows high`, `棋盘 ${n} 行`],
  'obliteration.mode': pick({ obliteration: ['The last one on the board wins', '消灭所有对手者胜'], domination: ['Seventy percent of the board wins, too', '占领七成棋盘也可获胜'] }),
  'obliteration.turn_limit': count(null, (n) => [`After ${n} turns most hexes win`, `${n} 回合后格子最多者胜`]),
  'obliteration.fair_start': when(['No first move reaches another start', '第一步不会碰到别人的起点']),
  'coexistence.arrow_duel': when(['Arrows may kill arrows, for 0 points', '箭可以杀箭,得 0 点']),
  'coexistence.deck': (deck) => {
    const cards = Object.entries((deck ?? {}) as Record<string, number>);
    if (cards.length === 0 || cards.every(([, n]) => n === 3)) return ['Three of each card are shuffled', '每种牌各三张'];
    const text = cards.map(([card, n]) => `${n} × ${optionWord('coexistence', card)}`).join(', ');
    return [text, text];
  },
  'risk.asia_bonus': (n) => [`Asia brings ${n} troops`, `亚洲奖励 ${n} 个兵`],
  'risk.floor_before_bonus': when(['At least three troops before continents are added', '先补足三个兵,再加大洲奖励']),
  'risk.card_table': pick({ linear: ['One troop for each star', '一星换一个兵'], star_2008: ['Stars bring more and more troops (2008)', '星换兵按 2008 年递增表'] }),
  'risk.capture_cards': when(['Whoever eliminates a player gets the cards', '消灭玩家者得到其卡牌']),
  'risk.claim_min': pick({ one: null, dice: ['Occupy with as many troops as dice', '进驻的兵不少于进攻骰子数'] }),
  'risk.fortify': pick({ chain: ['Troops move along own lands', '调兵可沿相连的己方领土'], adjacent: ['Troops move to a neighbour only', '只能调兵到相邻领土'] }),
  'risk.hide_attack_roll': when(['The attack is rolled in secret until the defence is chosen', '防守方选定后才显示进攻骰']),
  'risk.on_leave': pick({ end_match: ['If somebody leaves, the match ends', '有人离开则对局结束'], grace: ['If somebody leaves, the others wait first', '有人离开时先等待'], neutral: ['Whoever leaves turns neutral', '离开者变为中立'], bot: ['The computer plays on for whoever leaves', '离开者由电脑代打'] }),
  'risk.turn_timer': count(null, (n) => [`${n} seconds for a decision`, `每个决定 ${n} 秒`]),
  'marelles.removal': pick({ document: ['Stones in a mill are safe while you place', '落子阶段线内的棋子受保护'], standard: ['Stones in a mill are always safe', '线内的棋子总受保护'] }),
  'marelles.repetition': count(0, (n) => [`The same position ${n} times is a draw`, `同一局面出现 ${n} 次为和`]),
  'marelles.no_capture': count(0, (n) => [`${n} moves without a removal are a draw`, `连续 ${n} 步无吃子为和`]),
  'marelles.max_plies': count(0, (n) => [`After ${n} moves it is a draw`, `${n} 步后判和`]),
  'marelles.first': pick({ host: ['The host begins with slate', '桌主执黑先行'], guest: ['The guest begins with slate', '客人执黑先行'], random: ['A coin decides who begins', '抽签决定谁先行'] }),
  'marelles.undo': pick({ ask: ['Moves can be taken back if the other agrees', '经对方同意可以悔棋'], instant: ['Moves can be taken back at once', '可以立即悔棋'], off: ['No move is taken back', '不许悔棋'] }),
  'marelles.timeout': pick({ lose: null, none: ['Running out of time does not lose', '超时不判负'] }),
  'marelles.draw_by_agreement': (value) => (value === false ? ['No draws by agreement', '不能协议和棋'] : null),
};
/** Said elsewhere, or a matter of drawing. */
const SILENT = new Set(['risk.spectators', 'risk.auto_defend', 'obliteration.colours', 'obliteration.hex_size']);

/** The sentences of a table's options, in the order the game gives them. */
export function optionSentences(game: string, options: Record<string, unknown>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const key = `${game}.${name}`;
    if (SILENT.has(key)) return [];
    const say = SENTENCES[key];
    if (say === undefined) return [`${optionWord(game, name)}: ${plain(game, value)}`];
    const both = say(value);
    return both === null ? [] : [both[lang() === 'zh' ? 1 : 0]];
  });
}

/** For options of a game that came after this page. */
function plain(game: string, value: unknown): string {
  if (value === true || value === false) return t(value ? 'yes' : 'no');
  if (value === null) return t('off');
  if (typeof value === 'string') return optionWord(game, value);
  return typeof value === 'object' ? Object.values(value).map(String).join(', ') : String(value);
}
