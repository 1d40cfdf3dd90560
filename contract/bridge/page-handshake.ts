import type { Guard } from '../values/guard.ts';
import { either, exactly, literal, matching } from '../values/guard.ts';

/**
 * How a page of the browser host and the desk come to trust each other, before any call, on every connection. Both know
 * the key of the session that a link was exchanged for; each shows that it does, and the key itself never travels: whoever
 * took the desk's port, or reads what a page sends to it, learns nothing and is told nothing.
 *
 *     page: hello      which session, and a nonce
 *     desk: challenge  proof over both nonces, and its own nonce
 *     page: answer     proof over both nonces
 *     desk: admitted
 */
export type FromPage =
  | { readonly type: 'hello'; readonly sessionId: string; readonly nonce: string }
  | { readonly type: 'answer'; readonly proof: string };

export type FromDesk =
  | { readonly type: 'challenge'; readonly nonce: string; readonly proof: string }
  | { readonly type: 'admitted' };

/** What a link is exchanged for: answered once, to the page that came by it. The key is 32 bytes in base64url. */
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

/** Nothing longer is looked at before a page is admitted, in characters. */
export const maxHandshakeLength = 1024;

/** The code with which the desk closes the connection of a page whose session it does not know. */
export const closedWithoutSession = 4401;

export interface ProofFacts {
  readonly by: 'desk' | 'page';
  /** Host and port, as the page addresses the desk. */
  readonly address: string;
  readonly pageNonce: string;
  readonly deskNonce: string;
}

/** What a proof is the HMAC-SHA-256 of, in base64url: bound to who proves, where, and to this connection. */
export function provenText({ by, address, pageNonce, deskNonce }: ProofFacts): string {
  return ['tenant-desk-bridge-1', by, address, pageNonce, deskNonce].join('\n');
}
