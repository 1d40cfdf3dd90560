import { randomBytes } from 'node:crypto';

/** A test sign-in: its result goes to a receiver on this machine instead of the application. */
export interface TestSignIn {
  /** Anyone who has the ID can act as the application until the test ends. */
  readonly id: string;
  readonly applicationId: string;
  /** On the loopback interface; replaces the application's redirect URL or assertion consumer service. */
  readonly receiver: string;
  /** ID of the initial request, such as a SAML AuthnRequest; null if the receiver identifies it. */
  readonly requestId: string | null;
  /** The user to sign in; null if the request identifies the user. */
  readonly username: string | null;
}

export interface TestSignIns {
  /** Ends the oldest test sign-in if there are too many. */
  begin(wanted: Omit<TestSignIn, 'id'>): TestSignIn;
  find(id: string): TestSignIn | undefined;
  findByRequest(requestId: string): TestSignIn | undefined;
  /** Whether a URL may currently replace the application's own. */
  admits(applicationId: string, receiver: string): boolean;
  /** Records who signed in. */
  noteUser(id: string, userId: string): void;
  userOf(id: string): string | undefined;
  end(id: string): void;
  clear(): void;
}

/** How long Tenant Desk waits for a sign-in. */
const LIFETIME_MS = 5 * 60_000;
const MAX_ACTIVE = 32;

/**
 * Stored in memory only: a restarted tenant has none. Only the sandbox controls start one, so that only the
 * owner can redirect an application's responses.
 */
export function createTestSignIns(steadyNow: () => number): TestSignIns {
  const open = new Map<string, TestSignIn & { readonly endsAt: number; userId?: string }>();

  function current(): TestSignIn[] {
    for (const { id, endsAt } of open.values()) if (endsAt <= steadyNow()) open.delete(id);
    return [...open.values()];
  }

  return {
    begin(wanted) {
      const [earliest] = current();
      if (earliest !== undefined && open.size >= MAX_ACTIVE) open.delete(earliest.id);
      const begun = { ...wanted, id: randomBytes(32).toString('base64url') };
      open.set(begun.id, { ...begun, endsAt: steadyNow() + LIFETIME_MS });
      return begun;
    },
    find: (id) => current().find((one) => one.id === id),
    findByRequest: (requestId) => current().find((one) => one.requestId === requestId),
    admits: (applicationId, receiver) =>
      current().some((one) => one.applicationId === applicationId && one.receiver === receiver),
    noteUser(id, userId) {
      const found = open.get(id);
      if (found !== undefined) found.userId = userId;
    },
    userOf: (id) => open.get(id)?.userId,
    end: (id) => void open.delete(id),
    clear: () => open.clear(),
  };
}
