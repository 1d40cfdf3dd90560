import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import type { RejectionReason } from './handshake.ts';

interface PageSessionOptions {
  readonly fetch: typeof fetch;
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
  /** Stored for this tab and this port, so that no other server can read it. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** A token from another tab, if one has a session. */
  readonly askOtherTabs: () => Promise<string | undefined>;
}

const storageKey = 'tenant-desk.session';

/**
 * Exchanges the token of a link that was just opened for a session, and removes the token from the URL; without a
 * token, returns the session that this tab had before it was reloaded, else asks the other tabs for a token.
 */
export async function openPageSession({
  fetch,
  location,
  history,
  storage,
  askOtherTabs,
}: PageSessionOptions): Promise<PageSession | RejectionReason> {
  const ofLink = /^#token=(.+)$/.exec(location.hash)?.[1];
  const stored = readSession(storage.getItem(storageKey));
  if (ofLink === undefined && stored !== undefined) return stored;
  if (ofLink !== undefined) history.replaceState(null, '', location.pathname + location.search);
  const token = ofLink ?? (await askOtherTabs());
  if (token === undefined) return 'rejected';
  let exchanged = await exchange(fetch, token);
  // A link that was used already, in a browser in which Tenant Desk is open.
  const another = exchanged === 'rejected' && stored === undefined ? await askOtherTabs() : undefined;
  if (another !== undefined) exchanged = await exchange(fetch, another);
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
