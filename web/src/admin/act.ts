import { api, Refused } from '../net/api';
import { refusal } from '../words/i18n.svelte';
import { say } from '../lib/toast.svelte';

export interface Person {
  name: string;
  since_ms: number;
  protected: boolean;
}

export interface Ban {
  ban: string;
  name: string | null;
  address: string;
  reason: string;
  by: string;
  at_ms: number;
  until_ms: number | null;
}

export interface Detail extends Person {
  role: string | null;
  bans: Ban[];
  sessions: { kind: string; label: string; created_ms: number }[];
}

export interface TableLine {
  table: string;
  game: string;
  status: string;
  created_ms: number;
  /** Who sits where, bots included. */
  names: string[] | null;
  private: boolean | null;
}

export interface InviteLine {
  invite: string;
  label: string;
  uses_left: number;
  by: string;
  until_ms: number;
}

export interface GroupLine {
  group: string;
  name: string;
  leader: string | null;
  members: number;
}

export interface Said {
  line: number;
  at_ms: number;
  name: string;
  text: string;
}

export interface Noted {
  at_ms: number;
  actor: string;
  act: string;
  target: string;
  detail: string;
}

export interface Report {
  report: string;
  at_ms: number;
  by: string;
  about: string;
  match: string;
  reason: string;
  talk: { name: string; text: string; seat: number | null }[];
  closed_by: string | null;
}

/** One act; what came of it. */
export function act<T>(name: string, fields: Record<string, unknown> = {}): Promise<T> {
  return api<T>('/admin', { body: { act: name, ...fields } });
}

/** The same, saying why not; whether it was done. */
export async function attempt(name: string, fields: Record<string, unknown>, done: string): Promise<boolean> {
  try {
    await act(name, fields);
    say(done);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(refusal(error.code, error.message), true);
    return false;
  }
}
