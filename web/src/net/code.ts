import type { TableInfo } from '../generated/protocol';
import { api } from './api';

/** Five letters, as people say them to each other. */
export function readCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z1]{5}$/.test(code) ? code : null;
}

/** The address of the table behind a code; a refusal is thrown. */
export async function placeOf(code: string): Promise<string> {
  const table = await api<TableInfo>(`/codes/${encodeURIComponent(code)}`);
  return `/t/${table.id}${table.private && table.invite ? `?invite=${table.invite}` : ''}`;
}
