// A small CoExistence frame server of its own making: it shares no code with the program's.
import { createServer } from 'node:net';

const PICTURES = { A: ['<7>', ' I ', ' L '], H: ['[=]', ' | ', ' | '], S: ['  /', ' / ', 'X  '], W: [' ^ ', ' | ', '/^\\'] };
const row = (hand, line) => [...hand].map((card) => `|${PICTURES[card]?.[line] ?? '   '}|`).join('');

/** One frame; hands by the letters A, H, S, W and dots, turn by v, ^ or -. */
export function frame({ own = '......', enemy = '......', scores = [0, 0], round = 1, turn = '^', log = '' }) {
  const [top, bottom] = turn === 'v' ? ['-', 'v'] : turn === '^' ? ['^', '-'] : ['-', '-'];
  const letters = '|  A    B    C    D    E    F          |';
  const above = '/---\\'.repeat(6);
  const below = '\\---/'.repeat(6);
  const lines = [
    `/${'-'.repeat(38)}\\`, letters,
    `|${above}Frida  ${top}|`, `|${row(enemy, 0)}       ||`, `|${row(enemy, 1)}       ${bottom}|`, `|${row(enemy, 2)}        |`, `|${below}        |`,
    `|${' '.repeat(36)}[${scores[1]}]`, `<${'='.repeat(35)}>R${round}<`, `|${' '.repeat(36)}[${scores[0]}]`,
    `|${above}        |`, `|${row(own, 0)}        |`, `|${row(own, 1)}Gus    ${top}|`, `|${row(own, 2)}       ||`, `|${below}       ${bottom}|`,
    letters, `|${'-'.repeat(38)}|`, `|${log.padEnd(38).slice(0, 38)}|`, `\\${'-'.repeat(38)}/`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Listens on a free port; `play(socket, commands)` is called for every connection. */
export function frameServer(play, port = 0) {
  return new Promise((settle) => {
    const sockets = new Set();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      play(socket, (heard) => socket.on('data', (bytes) => String(bytes).split('\n').filter(Boolean).forEach(heard)));
    });
    server.listen(port, '127.0.0.1', () => settle({
      address: `127.0.0.1:${server.address().port}`,
      port: server.address().port,
      close: () => new Promise((done) => { for (const it of sockets) it.destroy(); server.close(done); }),
    }));
  });
}
