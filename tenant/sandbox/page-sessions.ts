const TICKET_MS = 60_000;
const SESSION_MS = 12 * 3_600_000;

/** Browser sessions of the status page. They live in memory and end with the process. */
export interface PageSessions {
  /** A ticket for one visit within a minute: it goes into a link, so it must be worthless once used. */
  issueTicket(): string;
  /** Exchanges a ticket for a session; undefined when it is unknown, used or too old. */
  redeem(ticket: string): string | undefined;
  open(): string;
  isOpen(session: string | undefined): boolean;
}

export function createPageSessions(
  now: () => number,
  randomBytes: (size: number) => Uint8Array,
): PageSessions {
  const tickets = new Map<string, number>();
  const sessions = new Map<string, number>();
  const secret = (): string => Buffer.from(randomBytes(32)).toString('base64url');

  function dropExpired(map: Map<string, number>): void {
    for (const [key, until] of map) if (until <= now()) map.delete(key);
  }

  function open(): string {
    dropExpired(sessions);
    const session = secret();
    sessions.set(session, now() + SESSION_MS);
    return session;
  }

  return {
    issueTicket() {
      dropExpired(tickets);
      const ticket = secret();
      tickets.set(ticket, now() + TICKET_MS);
      return ticket;
    },
    redeem(ticket) {
      dropExpired(tickets);
      return tickets.delete(ticket) ? open() : undefined;
    },
    open,
    isOpen(session) {
      return session !== undefined && (sessions.get(session) ?? 0) > now();
    },
  };
}
