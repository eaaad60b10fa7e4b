import type { TableInfo } from '../generated/protocol';
import { api } from './api';
import { house } from './house.svelte';

/** Five letters, as people say them to each other. */
export function readCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z1]{5}$/.test(code) ? code : null;
}

/** The address of the table behind a code; a refusal is thrown. */
export async function placeOf(code: string): Promise<string> {
  const table = await api<TableInfo>(`/codes/${encodeURIComponent(code)}`);
  return `/t/${table.id}${secretOf(table, table.invite)}`;
}

/** What an address needs so that whoever gets it may see the table: private ones, and all of a house that hides its people, have a secret. */
export function secretOf(table: TableInfo, invite: string | null | undefined): string {
  return (table.private || house.hidden) && invite ? `?invite=${invite}` : '';
}
