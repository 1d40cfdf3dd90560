import { randomBytes } from 'node:crypto';

/** A sign-in that is only tried: what would go to the application goes to a receiver on this machine. */
export interface TestSignIn {
  /** Whoever has it stands for the application until it ends. */
  readonly id: string;
  readonly applicationId: string;
  /** On the loopback interface; takes the place of the application's redirect URL or assertion consumer service. */
  readonly receiver: string;
  /** Of the request that begins it, such as the ID of a SAML AuthnRequest; null where it is known by its receiver. */
  readonly requestId: string | null;
  /** Who is to sign in; null where that is known by the request. */
  readonly username: string | null;
}

export interface TestSignIns {
  /** Ends the earliest where there are too many. */
  begin(wanted: Omit<TestSignIn, 'id'>): TestSignIn;
  find(id: string): TestSignIn | undefined;
  findByRequest(requestId: string): TestSignIn | undefined;
  /** Whether a URL may stand in the place of the application's own now. */
  admits(applicationId: string, receiver: string): boolean;
  /** Notes who signed in. */
  noteUser(id: string, userId: string): void;
  userOf(id: string): string | undefined;
  end(id: string): void;
  clear(): void;
}

/** As long as Tenant Desk waits for a sign-in. */
const LIFETIME_MS = 5 * 60_000;
const MOST = 32;

/**
 * Kept in memory alone: a tenant that starts again has none. Only the controls of the sandbox begin one, so that nobody but its
 * owner can have what belongs to an application sent elsewhere.
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
      if (earliest !== undefined && open.size >= MOST) open.delete(earliest.id);
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
