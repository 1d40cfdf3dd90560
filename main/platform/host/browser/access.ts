import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PageSession, ProofFacts } from '../../../../contract/bridge/page-handshake.ts';
import { provenText } from '../../../../contract/bridge/page-handshake.ts';

/** Milliseconds during which a link's token may be used, once. */
export const tokenLifetime = 10 * 60_000;
/** Milliseconds after its last use at which a session ends. */
const sessionLifetime = 12 * 60 * 60_000;

export interface Access {
  /** Makes the token of a new link; a link that was not used yet goes void. */
  issueToken(): string;
  /** The new session for a valid token, which is spent; undefined for any other. */
  redeemToken(token: string): PageSession | undefined;
  /** Proves and checks knowledge of a session's key; undefined for one that is not known, or ended. */
  session(sessionId: string): SessionProofs | undefined;
}

export interface SessionProofs {
  /** The desk's proof, in base64url. */
  prove(facts: Omit<ProofFacts, 'by'>): string;
  /** True for the page's proof; it counts as a use of the session. */
  accepts(proof: string, facts: Omit<ProofFacts, 'by'>): boolean;
}

export interface AccessOptions {
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Sessions of an earlier start that go on: see `SavedEntrance`. */
  readonly sessions?: readonly PageSession[];
}

/**
 * Who may speak to the browser host: a page that came by a link which was given out for it, and shows on each connection
 * that it knows the key that its token was exchanged for. There is no cookie: browsers send those to every port of a
 * host, and so to every other server of this machine. Secrets are compared in constant time.
 */
export function createAccess({ now, randomBytes, sessions: earlier = [] }: AccessOptions): Access {
  const sessions = new Map<string, { readonly key: Buffer; lastUsed: number }>();
  for (const session of earlier) add(session);
  let pending: { readonly digest: Buffer; readonly expiresAt: number } | undefined;

  function add({ sessionId, key }: PageSession): void {
    sessions.set(sessionId, { key: Buffer.from(key, 'base64url'), lastUsed: now() });
  }

  const newSecret = (): string => Buffer.from(randomBytes(32)).toString('base64url');

  function findSession(sessionId: string) {
    const session = sessions.get(sessionId);
    if (session === undefined || now() - session.lastUsed < sessionLifetime) return session;
    sessions.delete(sessionId);
    return undefined;
  }

  return {
    issueToken() {
      const token = newSecret();
      pending = { digest: digestOf(token), expiresAt: now() + tokenLifetime };
      return token;
    },
    redeemToken(token) {
      const digest = digestOf(token);
      if (pending === undefined || !timingSafeEqual(pending.digest, digest)) return undefined;
      const isExpired = now() >= pending.expiresAt;
      pending = undefined;
      if (isExpired) return undefined;
      const key = newSecret();
      const sessionId = Buffer.from(randomBytes(16)).toString('base64url');
      add({ sessionId, key });
      return { sessionId, key };
    },
    session(sessionId) {
      const session = findSession(sessionId);
      if (session === undefined) return undefined;
      return {
        prove: (facts) => proofOf(session.key, { ...facts, by: 'desk' }),
        accepts(proof, facts) {
          const isRight = isEqual(proof, proofOf(session.key, { ...facts, by: 'page' }));
          if (isRight) session.lastUsed = now();
          return isRight;
        },
      };
    },
  };
}

/** In base64url. */
export function proofOf(key: Buffer, facts: ProofFacts): string {
  return createHmac('sha256', key).update(provenText(facts)).digest('base64url');
}

/** Without telling by the time it takes where two texts differ. */
export function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
