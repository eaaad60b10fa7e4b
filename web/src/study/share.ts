import { api, freshNonce, Refused } from '../net/api';
import { MOST_NODES, Study, type Node, type Start, type Step } from './tree.svelte';

/** A tree as it is saved, sent and loaded. */
interface Saved {
  format: 'parlor analysis';
  version: 1;
  game: string;
  start: Start;
  chance: string;
  names: string[];
  tree: Branch[];
}
/** Moves that follow each other; the last one may have branches. */
interface Branch {
  line: (Step | string)[];
  name?: string;
  note?: string;
  /** How many of the line were played in a match. */
  played?: number;
  then?: Branch[];
}

/** Longer links are cut or refused on their way. */
const LONGEST_LINK = 24_000;
const LARGEST_FILE = 4 << 20;
const HASH = '#tree=';

export interface Imported {
  game: string;
  names: string[];
  chance: string;
  start: unknown;
  steps: (Step & { state?: unknown })[];
  at: number;
  seat: number | null;
}

export function save(study: Study): Saved {
  const { game, start, chance, names } = study;
  return { format: 'parlor analysis', version: 1, game, start, chance, names, tree: study.root.children.map(branch) };
}

/** `0 D6` is what most steps are. */
function brief(step: Step): Step | string {
  return step.kind === 'action' && step.roll === undefined && Object.keys(step).every((key) => ['kind', 'seat', 'action', 'roll'].includes(key)) ? `${step.seat} ${step.action}` : step;
}

function branch(first: Node): Branch {
  const line: (Step | string)[] = [];
  let played = 0;
  let node = first;
  for (;;) {
    if (node.step !== null) line.push(brief(node.step));
    if (node.played) played += 1;
    const [next, ...others] = node.children;
    if (next === undefined || others.length > 0 || node.name !== '' || node.note !== '') break;
    node = next;
  }
  return {
    line,
    ...(node.name === '' ? {} : { name: node.name }),
    ...(node.note === '' ? {} : { note: node.note }),
    ...(played === 0 ? {} : { played }),
    ...(node.children.length === 0 ? {} : { then: node.children.map(branch) }),
  };
}

function full(step: Step | string): Step {
  if (typeof step !== 'string') return step;
  const space = step.indexOf(' ');
  return { kind: 'action', seat: Number(step.slice(0, space)), action: step.slice(space + 1) };
}

export function load(saved: Saved): Study {
  const study = new Study(saved.game, saved.start, saved.chance);
  study.names = saved.names.map((it) => String(it).slice(0, 60)).slice(0, 8);
  const grow = (parent: Node, branches: Branch[]): void => {
    for (const it of branches) {
      let node = parent;
      let played = it.played ?? 0;
      for (const step of it.line) {
        if (study.count >= MOST_NODES) throw new Refused('page/tree', 'the tree has too many moves');
        node = study.add(node, full(step));
        node.played = played > 0;
        played -= 1;
      }
      node.name = String(it.name ?? '').slice(0, 80);
      node.note = String(it.note ?? '').slice(0, 2000);
      grow(node, it.then ?? []);
    }
  };
  grow(study.root, saved.tree);
  return study;
}

const isSaved = (it: unknown): it is Saved => typeof it === 'object' && it !== null && 'format' in it && it.format === 'parlor analysis' && 'tree' in it && Array.isArray(it.tree);

/** A link that holds the whole tree, or null if it is too large for one. */
export async function link(study: Study): Promise<string | null> {
  const packed = new Blob([JSON.stringify(save(study))]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const code = btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return code.length > LONGEST_LINK ? null : `${location.origin}/analyse/${study.game}${HASH}${code}`;
}

/** The tree of a link, if it has one. */
export async function fromHash(hash: string): Promise<Study | null> {
  if (!hash.startsWith(HASH)) return null;
  const text = atob(hash.slice(HASH.length).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (it) => it.charCodeAt(0));
  const open = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  // A small link must not become a page that fills the memory.
  const reader = open.getReader();
  const parts: Uint8Array[] = [];
  for (let all = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    all += value.length;
    if (all > LARGEST_FILE) throw new Refused('page/tree', 'the tree is too large');
    parts.push(value);
  }
  const saved: unknown = JSON.parse(await new Blob(parts as BlobPart[]).text());
  return isSaved(saved) ? load(saved) : null;
}

export function fromImport(found: Imported): { study: Study; at: Node } {
  const study = new Study(found.game, { position: found.start }, found.chance);
  study.names = found.names;
  if (found.seat !== null) study.eyes = { seat: found.seat };
  let node = study.root;
  let at = node;
  for (const [place, { state, ...step }] of found.steps.entries()) {
    node = study.add(node, step, state);
    node.played = true;
    if (place + 1 === found.at) at = node;
  }
  return { study, at };
}

/** A record, a saved tree or a state, as text. */
export async function fromText(game: string, text: string): Promise<{ study: Study; at: Node }> {
  if (text.length > LARGEST_FILE) throw new Refused('request/too_large', 'the file is too large');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Refused('analysis/record', 'this is no JSON');
  }
  if (isSaved(read)) {
    if (read.game !== game) throw new Refused('analysis/game', 'this is a tree of another game');
    const study = load(read);
    return { study, at: study.root };
  }
  if (typeof read !== 'object' || read === null) throw new Refused('analysis/record', 'this is no record');
  if ('entries' in read) {
    const { entries, ...rest } = read as { entries: { events?: unknown }[] };
    // What happened follows from the rules; the request stays small.
    const record = { ...rest, entries: entries.map(({ events: _, ...entry }) => entry) };
    return fromImport(await api<Imported>(`/analysis/${game}/import`, { body: { record } }));
  }
  const state = 'state' in read ? read.state : read;
  const study = new Study(game, { position: state }, freshNonce());
  return { study, at: study.root };
}

export function download(study: Study): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(save(study), null, 1)], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = `${study.game}-analysis.json`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
