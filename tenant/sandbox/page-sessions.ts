const TICKET_MS = 60_000;
const SESSION_MS = 12 * 3_600_000;

/** Whoever a session is of: the user who asked for its ticket, or whoever has the sandbox key. */
export type PageOwner = { readonly userId: string } | 'key';

interface Lasting {
  readonly owner: PageOwner;
  readonly until: number;
}

/** Browser sessions of the status page. They live in memory and end with the process. */
export interface PageSessions {
  /** A ticket for one visit within a minute: it goes into a link, so it must be worthless once used. */
  issueTicket(owner: PageOwner): string;
  /** Exchanges a ticket for a session; undefined when it is unknown, used or too old. */
  redeem(ticket: string): string | undefined;
  open(owner: PageOwner): string;
  isOpen(session: string | undefined): boolean;
}

/** `mayControl` is asked at each visit: a session ends when its user loses the right. */
export function createPageSessions(
  now: () => number,
  randomBytes: (size: number) => Uint8Array,
  mayControl: (userId: string) => boolean,
): PageSessions {
  const tickets = new Map<string, Lasting>();
  const sessions = new Map<string, Lasting>();
  const secret = (): string => Buffer.from(randomBytes(32)).toString('base64url');

  function dropExpired(map: Map<string, Lasting>): void {
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
