import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import type { Output } from '../output/output.ts';

export interface PastingParts extends Pick<Context, 'signal' | 'ask'> {
  readonly output: Pick<Output, 'say' | 'warn'>;
}

/**
 * Signs in with a browser on another machine. That one cannot come back to the loopback address here, so this process begins and
 * ends the sign-in in its place: it loads the start link, and later the URL that the browser was sent to, which the person
 * pastes. What is pasted is checked like every callback: its state, and the cookie of the browser that began.
 */
export async function finishByPasting(
  { signal, output, ask }: PastingParts,
  startUrl: string,
): Promise<void> {
  const begun = await fetch(startUrl, { redirect: 'manual', signal });
  const signInUrl = begun.headers.get('location');
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  if (signInUrl === null) throw failure('sign-in-canceled', 'The sign-in could not be started. Try again.');
  output.say(`Open this link in a browser, and sign in:\n\n${signInUrl}\n`);
  output.say('The browser then fails to load a page at 127.0.0.1. Copy its whole URL and paste it here.');
  for (;;) {
    const pasted = await ask(
      'Address: ',
      'Signing in without a browser needs a terminal to paste into. In scripts, use TDESK_TOKEN or a client secret.',
    );
    const callback = callbackOf(pasted.trim(), { startUrl, signInUrl });
    if (callback !== undefined) {
      const response = await fetch(callback, { headers: { cookie: cookie.join('; ') }, signal });
      await response.body?.cancel();
      return;
    }
    output.warn('That isn’t the URL of this sign-in. It begins with http://127.0.0.1 and has a code in it.');
  }
}

/** The URL at the listener of this sign-in; undefined for any other, and for that of an earlier sign-in. */
function callbackOf(
  pasted: string,
  { startUrl, signInUrl }: { readonly startUrl: string; readonly signInUrl: string },
): URL | undefined {
  const url = URL.parse(pasted);
  if (url === null || url.origin !== new URL(startUrl).origin) return undefined;
  const isOurs = url.searchParams.get('state') === new URL(signInUrl).searchParams.get('state');
  return isOurs && (url.searchParams.has('code') || url.searchParams.has('error')) ? url : undefined;
}
