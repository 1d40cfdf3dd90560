import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';

/**
 * Signs in with a browser on another machine. That one cannot come back to the loopback address here, so this process begins and
 * ends the sign-in in its place: it loads the start link, and later the address that the browser was sent to, which the person
 * pastes. What is pasted is checked like every callback: its state, and the cookie of the browser that began.
 */
export async function finishByPasting(context: Context, startUrl: string): Promise<void> {
  const { signal, output } = context;
  const begun = await fetch(startUrl, { redirect: 'manual', signal });
  const signInUrl = begun.headers.get('location');
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  if (signInUrl === null) throw failure('sign-in-canceled', 'The sign-in could not be started. Try again.');
  output.say(`Open this link in a browser, and sign in:\n\n${signInUrl}\n`);
  output.say('The browser then fails to load a page at 127.0.0.1. Copy its whole address and paste it here.');
  for (;;) {
    const pasted = await context.ask(
      'Address: ',
      'Signing in without a browser needs a terminal to paste into. In scripts, use TDESK_TOKEN or a client secret.',
    );
    const callback = callbackOf(pasted.trim(), startUrl);
    if (callback === undefined) {
      output.warn(
        'That is not the address of this sign-in. It begins with http://127.0.0.1 and has a code in it.',
      );
      continue;
    }
    const answer = await fetch(callback, { headers: { cookie: cookie.join('; ') }, signal });
    await answer.body?.cancel();
    if (answer.status !== 403) return;
    output.warn('That address is from another sign-in. Copy the one that the browser shows now.');
  }
}

/** The address at the listener of this sign-in; undefined for any other. */
function callbackOf(pasted: string, startUrl: string): URL | undefined {
  const url = URL.parse(pasted);
  if (url === null || url.origin !== new URL(startUrl).origin) return undefined;
  return url.searchParams.has('code') || url.searchParams.has('error') ? url : undefined;
}
