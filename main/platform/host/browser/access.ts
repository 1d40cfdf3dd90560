import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PageSession, ProofFacts } from '../../../../contract/bridge/page-handshake.ts';
import { provenText } from '../../../../contract/bridge/page-handshake.ts';

/** Lifetime of a link's one-time token, in milliseconds. */
export const tokenLifetime = 10 * 60_000;
/** For another tab, which uses it at once; at most this many at a time. */
const tabTokens = { lifetime: 60_000, count: 16 } as const;
/** Idle timeout of a session, in milliseconds. */
const sessionLifetime = 12 * 60 * 60_000;

export interface Access {
  /** Issues the token of a new link; a `start` invalidates the unused one of an earlier `start`. */
  issueToken(purpose?: 'start' | 'tab'): string;
  /** Exchanges a valid token for a new session, once; undefined for any other token. */
  redeemToken(token: string): PageSession | undefined;
  /** Proof functions of a session; undefined if it is unknown or expired. */
  session(sessionId: string): SessionProofs | undefined;
}

export interface SessionProofs {
  /** The app's proof, in base64url. */
  prove(facts: Omit<ProofFacts, 'by'>): string;
  /** True for the page's valid proof, which counts as using the session. */
  accepts(proof: string, facts: Omit<ProofFacts, 'by'>): boolean;
}

interface PendingToken {
  readonly purpose: 'start' | 'tab';
  readonly digest: Buffer;
  readonly expiresAt: number;
}

export interface AccessOptions {
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Sessions that continue from before a restart: see `SavedEntrance`. */
  readonly sessions?: readonly PageSession[];
}

/**
 * Access control of the browser host: a page needs an issued link, and proves on each connection that it knows the session key
 * that its token was exchanged for. There is no cookie: browsers send cookies to every port of a host, and so to every other
 * server on this machine. Secrets are compared in constant time.
 */
export function createAccess({ now, randomBytes, sessions: earlier = [] }: AccessOptions): Access {
  const sessions = new Map<string, { readonly key: Buffer; lastUsed: number }>();
  for (const session of earlier) add(session);
  let pending: readonly PendingToken[] = [];

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
    issueToken(purpose = 'start') {
      const token = newSecret();
      const lifetime = purpose === 'start' ? tokenLifetime : tabTokens.lifetime;
      const issued = { purpose, digest: digestOf(token), expiresAt: now() + lifetime };
      const ofTabs = pending.filter((each) => each.purpose === 'tab').slice(1 - tabTokens.count);
      const ofStart = pending.filter((each) => each.purpose === 'start' && purpose === 'tab');
      pending = [...ofStart, ...ofTabs, issued];
      return token;
    },
    redeemToken(token) {
      const digest = digestOf(token);
      const found = pending.find((each) => timingSafeEqual(each.digest, digest));
      if (found === undefined) return undefined;
      pending = pending.filter((each) => each !== found);
      if (now() >= found.expiresAt) return undefined;
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

/** Constant-time comparison. */
export function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
