// The server's preview of a move, in words.
import type { Preview } from '../../generated/marelles';
import { label } from './labels';
import { lineName, w } from './words';

export interface Tip {
  title: string;
  more: string;
}

export function inWords(effect: Preview): Tip | null {
  const ends = effect.ends === null ? '' : effect.ends.winner === null ? w('draws') : w('wins');
  if (effect.kind === 'remove') {
    const [broken, freed, prevented] = [effect.broken[0], effect.freed[0], effect.prevented[0]];
    const more = ends !== '' ? ends
      : broken ? w('breaks', { line: lineName(broken) })
        : freed ? w('frees', { line: lineName(freed) })
          : prevented ? w('prevents', { line: lineName(prevented) })
            : effect.flies ? w('flies') : w('left', { n: effect.left });
    return { title: w('takes', { at: label(effect.at) }), more };
  }
  const { mills, blocked, opened, removable } = effect;
  // A mill that is left is a line of two again: said once.
  const threats = effect.threats.filter((line) => !opened.some((it) => it.join() === line.join()));
  if (mills.length > 0) {
    const more = ends || (removable.length === 1 ? w('take_one', { at: label(removable[0]!) }) : w('take_of', { n: removable.length }));
    return { title: w(mills.length > 1 ? 'closes_two' : 'closes'), more };
  }
  const parts = [
    ...(ends === '' ? [] : [ends]),
    ...blocked.map((line) => w('blocks', { line: lineName(line) })),
    ...opened.map((line) => w('opens', { line: lineName(line) })),
    ...(threats.length > 1 ? [w('threatens_two')] : threats.map((line) => w('threatens', { line: lineName(line) }))),
  ];
  return parts.length === 0 ? null : { title: parts[0]!, more: parts[1] ?? '' };
}
