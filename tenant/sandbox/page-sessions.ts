const TICKET_MS = 60_000;
const SESSION_MS = 12 * 3_600_000;

/** The owner of a session: the user who requested its ticket, or the holder of the sandbox key. */
export type PageOwner = { readonly userId: string } | 'key';

interface Expiring {
  readonly owner: PageOwner;
  readonly until: number;
}

/** Browser sessions of the status page. They exist only in memory and end with the process. */
export interface PageSessions {
  /** A one-time ticket, valid for a minute: it is part of a link, so it must be worthless once used. */
  issueTicket(owner: PageOwner): string;
  /** Exchanges a ticket for a session; undefined if it is unknown, used or expired. */
  redeem(ticket: string): string | undefined;
  open(owner: PageOwner): string;
  isOpen(session: string | undefined): boolean;
}

/** `mayControl` is called for each visit: a session ends when its user loses the right. */
export function createPageSessions(
  now: () => number,
  randomBytes: (size: number) => Uint8Array,
  mayControl: (userId: string) => boolean,
): PageSessions {
  const tickets = new Map<string, Expiring>();
  const sessions = new Map<string, Expiring>();
  const secret = (): string => Buffer.from(randomBytes(32)).toString('base64url');

  function dropExpired(map: Map<string, Expiring>): void {
    for (const [key, { until }] of map) if (until <= now()) map.delete(key);
  }

  function open(owner: PageOwner): string {
    dropExpired(sessions);
    const session = secret();
    sessions.set(session, { owner, until: now() + SESSION_MS });
    return session;
  }

  return {
    issueTicket(owner) {
      dropExpired(tickets);
      const ticket = secret();
      tickets.set(ticket, { owner, until: now() + TICKET_MS });
      return ticket;
    },
    redeem(ticket) {
      dropExpired(tickets);
      const issued = tickets.get(ticket);
      tickets.delete(ticket);
      return issued && open(issued.owner);
    },
    open,
    isOpen(session) {
      const known = sessions.get(session ?? '');
      if (known === undefined || known.until <= now()) return false;
      return known.owner === 'key' || mayControl(known.owner.userId);
    },
  };
}
