/** A refusal with the server's stable code. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export async function api<T>(path: string, init?: { method?: string; body?: unknown }, root = '/api/v1'): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(root + path, {
      method: init?.method ?? (init?.body === undefined ? 'GET' : 'POST'),
      headers: init?.body === undefined ? {} : { 'content-type': 'application/json' },
      body: init?.body === undefined ? null : JSON.stringify(init.body),
    });
  } catch {
    throw new Refused('page/offline', 'the server cannot be reached');
  }
  const text = await answer.text();
  let body: unknown = null;
  try {
    body = text === '' ? null : JSON.parse(text);
  } catch {
    throw new Refused('page/unreadable', 'the server gave an answer that cannot be read');
  }
  if (!answer.ok) {
    const error = (body as { error?: { code: string; message: string } } | null)?.error;
    throw new Refused(error?.code ?? 'page/status', error?.message ?? `status ${answer.status}`);
  }
  return body as T;
}

/** This player's share of the seed: random, and remembered so that it can be found in the record. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function keepNonce(table: string, nonce: string): void {
  try {
    localStorage.setItem(`parlor.nonce.${table}`, nonce);
  } catch {
    // Without storage the record can still be checked, only not for the own share.
  }
}
