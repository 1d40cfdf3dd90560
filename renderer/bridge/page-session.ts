import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import type { Refusal } from './greet-desk.ts';

interface PageSessionOptions {
  readonly fetch: typeof fetch;
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  /** Of this tab and this port, which is why no other server sees what is kept in it. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const storageKey = 'tenant-desk.session';

/**
 * Exchanges the token of a link that was just opened for a session, and takes the token out of the address; without a
 * token, answers the session of this tab from before it was loaded again.
 */
export async function openPageSession({
  fetch,
  location,
  history,
  storage,
}: PageSessionOptions): Promise<PageSession | Refusal> {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  const kept = readSession(storage.getItem(storageKey));
  if (token === undefined) return kept ?? 'refused';
  history.replaceState(null, '', location.pathname + location.search);
  const exchanged = await exchange(fetch, token);
  if (typeof exchanged !== 'string') storage.setItem(storageKey, JSON.stringify(exchanged));
  // A link opened a second time in the same tab still leads in: the session of the first time counts.
  return exchanged === 'refused' ? (kept ?? exchanged) : exchanged;
}

async function exchange(fetch: typeof globalThis.fetch, token: string): Promise<PageSession | Refusal> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      redirect: 'error',
    });
    if (!response.ok) return 'refused';
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
