import { afterEach, describe, expect, it } from 'vitest';
import type { LoopbackListener } from '../../tenants/session/loopback-listener.ts';
import { startLoopbackListener } from '../../tenants/session/loopback-listener.ts';
import { finishByPasting } from './finish-by-pasting.ts';

const ok = { status: 200, heading: 'You are signed in', text: '' };
const otherState = { status: 400, heading: 'Not this sign-in', text: '' };
let listener: LoopbackListener | undefined;
afterEach(() => listener?.close());

/** A sign-in at a provider whose pages a person sees on another machine; `responses` is what they paste here. */
async function paste(responsesFor: (callback: string) => readonly string[]) {
  const taken: string[] = [];
  const messages: string[] = [];
  listener = await startLoopbackListener({
    limitSeconds: 60,
    authorizationUrl: () => 'https://login.example/authorize?state=ours',
    onStarted: () => undefined,
    reject: (url) => (url.searchParams.get('state') === 'ours' ? undefined : otherState),
    take: async (url) => {
      taken.push(url.search);
      return ok;
    },
  });
  const responses = [...responsesFor(listener.redirectUri)];
  const note = (line: string): void => void messages.push(line);
  await finishByPasting(
    {
      signal: AbortSignal.timeout(10_000),
      output: { say: note, warn: note },
      ask: async () => responses.shift() ?? '',
    },
    listener.newStartUrl(),
  );
  return { taken, messages, left: responses.length };
}

describe('signing in with a browser on another machine', () => {
  it('shows the link of the provider, and ends with the address that the browser was sent to', async () => {
    const { taken, messages } = await paste((callback) => [` ${callback}?code=abc&state=ours\n`]);
    expect(taken).toEqual(['?code=abc&state=ours']);
    expect(messages.join('\n')).toContain('https://login.example/authorize?state=ours');
  });

  it('asks again for a URL of another sign-in, and doesn’t send it', async () => {
    const { taken, left } = await paste((callback) => [
      '',
      'https://login.example/?code=abc&state=ours',
      callback,
      `${callback}?code=abc&state=of-another`,
      `${callback}?error=access_denied&state=ours`,
    ]);
    expect({ taken, left }).toEqual({ taken: ['?error=access_denied&state=ours'], left: 0 });
  });
});
