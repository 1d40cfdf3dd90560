// The small form of the library: what the page needs before it shows anything is all of it that it loads at its start.
import * as z from 'zod/mini';

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
const nonceSchema = z.string().check(z.regex(/^[\w-]{22,64}$/));
const sessionIdSchema = z.string().check(z.minLength(1), z.maxLength(64));
const proofSchema = z.string().check(z.regex(/^[\w-]{43}$/));

export const fromPageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), sessionId: sessionIdSchema, nonce: nonceSchema }),
  z.strictObject({ type: z.literal('answer'), proof: proofSchema }),
]);

export const fromDeskSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('challenge'), nonce: nonceSchema, proof: proofSchema }),
  z.strictObject({ type: z.literal('admitted') }),
]);

/** What a link is exchanged for: answered once, to the page that came by it. The key is 32 bytes in base64url. */
export const pageSessionSchema = z.strictObject({ sessionId: sessionIdSchema, key: proofSchema });

export type FromPage = z.infer<typeof fromPageSchema>;
export type FromDesk = z.infer<typeof fromDeskSchema>;
export type PageSession = z.infer<typeof pageSessionSchema>;

/** Nothing longer is looked at before a page is admitted, in characters. */
export const longestHandshake = 1024;

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
