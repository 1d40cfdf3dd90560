import type { Guard } from '../values/guard.ts';
import { either, exactly, literal, matching } from '../values/guard.ts';

/**
 * Mutual authentication of a browser host page and the app, before any call, on every connection. Both know the session key that
 * a link was exchanged for and prove it without sending it: another program on the app's port, or one that reads the traffic,
 * learns nothing.
 *
 *     page: hello      which session, and a nonce
 *     app:  challenge  proof over both nonces, and its own nonce
 *     page: answer     proof over both nonces
 *     app:  admitted
 */
export type FromPage =
  | { readonly type: 'hello'; readonly sessionId: string; readonly nonce: string }
  | { readonly type: 'answer'; readonly proof: string };

export type FromDesk =
  | { readonly type: 'challenge'; readonly nonce: string; readonly proof: string }
  | { readonly type: 'admitted' };

/** The session that a link is exchanged for, once, by the page that it opened. The key is 32 bytes in base64url. */
export interface PageSession {
  readonly sessionId: string;
  readonly key: string;
}

const isNonce = matching(/^[\w-]{22,64}$/);
const isSessionId = matching(/^[^]{1,64}$/);
const isProof = matching(/^[\w-]{43}$/);

export const isFromPage: Guard<FromPage> = either(
  exactly<Extract<FromPage, { type: 'hello' }>>({
    type: literal('hello'),
    sessionId: isSessionId,
    nonce: isNonce,
  }),
  exactly<Extract<FromPage, { type: 'answer' }>>({ type: literal('answer'), proof: isProof }),
);

export const isFromDesk: Guard<FromDesk> = either(
  exactly<Extract<FromDesk, { type: 'challenge' }>>({
    type: literal('challenge'),
    nonce: isNonce,
    proof: isProof,
  }),
  exactly<Extract<FromDesk, { type: 'admitted' }>>({ type: literal('admitted') }),
);

export const isPageSession: Guard<PageSession> = exactly<PageSession>({
  sessionId: isSessionId,
  key: isProof,
});

/** Maximum message length before a page is admitted, in characters. */
export const maxHandshakeLength = 1024;

/** WebSocket close code for a page with an unknown session. */
export const closedWithoutSession = 4401;

export interface ProofFacts {
  readonly by: 'desk' | 'page';
  /** Host and port as used by the page. */
  readonly address: string;
  readonly pageNonce: string;
  readonly deskNonce: string;
}

/** The text whose base64url HMAC-SHA-256 is the proof: bound to the prover, the origin and this connection. */
export function provenText({ by, address, pageNonce, deskNonce }: ProofFacts): string {
  return ['tenant-desk-bridge-1', by, address, pageNonce, deskNonce].join('\n');
}
