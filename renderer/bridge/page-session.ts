import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import type { RejectionReason } from './handshake.ts';

interface PageSessionOptions {
  readonly fetch: typeof fetch;
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  /** Stored for this tab and this port, so that no other server can read it. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const storageKey = 'tenant-desk.session';

/**
 * Exchanges the token of a link that was just opened for a session, and removes the token from the URL; without a
 * token, returns the session that this tab had before it was reloaded.
 */
export async function openPageSession({
  fetch,
  location,
  history,
  storage,
}: PageSessionOptions): Promise<PageSession | RejectionReason> {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  const stored = readSession(storage.getItem(storageKey));
  if (token === undefined) return stored ?? 'rejected';
  history.replaceState(null, '', location.pathname + location.search);
  const exchanged = await exchange(fetch, token);
  if (typeof exchanged !== 'string') storage.setItem(storageKey, JSON.stringify(exchanged));
  // A link opened a second time in the same tab still works: the first session counts.
  return exchanged === 'rejected' ? (stored ?? exchanged) : exchanged;
}

async function exchange(
  fetch: typeof globalThis.fetch,
  token: string,
): Promise<PageSession | RejectionReason> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      redirect: 'error',
    });
    if (!response.ok) return 'rejected';
    const session: unknown = await response.json();
    return isPageSession(session) ? session : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

function readSession(text: string | null): PageSession | undefined {
  if (text === null) return undefined;
  try {
    const session: unknown = JSON.parse(text);
    return isPageSession(session) ? session : undefined;
  } catch {
    return undefined;
  }
}
