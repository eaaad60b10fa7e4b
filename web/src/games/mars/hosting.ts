// Hosting and joining as the menu knows them: hosting seats nobody, an empty address is one's own game.
import type { TableInfo } from '../../generated/protocol';
import { api, freshNonce, keepNonce, Refused } from '../../net/api';
import { session } from '../../net/session.svelte';
import { connection } from '../../net/socket.svelte';

export interface Address {
  id: string;
  invite: string | null;
}

const KEY = 'parlor.mars.hosted';
const query = (at: Address): string => (at.invite === null ? '' : `?invite=${encodeURIComponent(at.invite)}`);

/** Null if there is no such game; other trouble is thrown. */
async function look(at: Address): Promise<TableInfo | null> {
  try {
    return await api<TableInfo>(`/tables/${encodeURIComponent(at.id)}${query(at)}`);
  } catch (error) {
    if (error instanceof Refused && !error.code.startsWith('page/')) return null;
    throw error;
  }
}

/** The open game that this browser hosts. */
export async function hosted(): Promise<Address | null> {
  let kept: Address | null = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Address | null;
  } catch {
    // Nothing is remembered here.
  }
  if (kept === null || typeof kept.id !== 'string') return null;
  const table = await look(kept);
  return table?.status === 'open' || table?.status === 'ready' ? kept : null;
}

export async function host(): Promise<Address | null> {
  const answer = await connection.request({ type: 'create_table', game: 'mars', private: true, sit: false, nonce: freshNonce() });
  if (answer.type !== 'done' || !answer.table) return null;
  const at = { id: answer.table.id, invite: answer.table.invite ?? null };
  try {
    localStorage.setItem(KEY, JSON.stringify(at));
  } catch {
    // The link in the notice still leads there.
  }
  return at;
}

/** A whole link, or the code at its end. */
export function readAddress(text: string): Address | null {
  const found = /(?:\/t\/)?([\w-]+)(?:\?invite=([\w-]+))?\s*$/.exec(text.trim());
  return found?.[1] === undefined ? null : { id: found[1], invite: found[2] ?? null };
}

export type Joined = { how: 'joined' | 'already' | 'watch'; path: string } | { how: 'failed' };

/** Takes a seat, if there is one; whoever comes later watches. */
export async function join(at: Address): Promise<Joined> {
  const table = await look(at);
  if (table === null) return { how: 'failed' };
  const path = `/t/${table.id}${query(at)}`;
  if (table.seats.some((seat) => seat.name !== undefined && seat.name === session.me?.name)) return { how: 'already', path };
  if (table.status !== 'open') return { how: 'watch', path };
  const nonce = freshNonce();
  await connection.request({ type: 'join', table: table.id, nonce, ...(at.invite === null ? {} : { invite: at.invite }) });
  keepNonce(table.id, nonce);
  return { how: 'joined', path };
}
