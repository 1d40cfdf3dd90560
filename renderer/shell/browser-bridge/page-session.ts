/** Whether this page may speak to the desk that served it. */
export type PageSession = 'admitted' | 'refused' | 'unreachable';

export interface PageSessionOptions {
  readonly fetch: typeof fetch;
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
}

/**
 * Exchanges the token of a link that was just opened for the session's cookie, and takes the token out of the
 * address; without a token, asks whether the cookie of an earlier visit still counts.
 */
export async function openPageSession({
  fetch,
  location,
  history,
}: PageSessionOptions): Promise<PageSession> {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token === undefined) return checkPageSession(fetch);
  history.replaceState(null, '', location.pathname + location.search);
  const exchanged = await ask(fetch, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  // A link opened a second time in the same browser still leads in: the cookie of the first time counts.
  return exchanged === 'refused' ? checkPageSession(fetch) : exchanged;
}

export function checkPageSession(fetch: typeof globalThis.fetch): Promise<PageSession> {
  return ask(fetch, { method: 'GET' });
}

async function ask(fetch: typeof globalThis.fetch, init: RequestInit): Promise<PageSession> {
  try {
    const response = await fetch('/session', { ...init, credentials: 'same-origin', redirect: 'error' });
    return response.ok ? 'admitted' : 'refused';
  } catch {
    return 'unreachable';
  }
}
