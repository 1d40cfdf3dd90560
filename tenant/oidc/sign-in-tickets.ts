import { createHmac, timingSafeEqual } from 'node:crypto';

/** The ticket parameter of an authorization request. */
export const TICKET_PARAMETER = 'sandbox_ticket';

/** Authentication method of a ticket: a one-time password. Source: RFC 8176, section 2. */
export const TICKET_METHOD = 'otp';

/**
 * How long Tenant Desk waits for a sign-in. A ticket isn't a password: it is derived from the installation's
 * password for one authorization request, and is void with any other.
 */
const TICKET_MS = 5 * 60_000;

/** Request parameters covered by a ticket: changing one of them makes it a different request. */
const BOUND = [
  'client_id',
  'response_type',
  'redirect_uri',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
] as const;

type RequestParameters = Readonly<Record<string, unknown>>;

export type OfferedTicket =
  | { readonly state: 'none' }
  /** Used, expired, or for another request. */
  | { readonly state: 'void' }
  | { readonly state: 'valid'; readonly ticket: string };

export interface SignInTickets {
  /** A new ticket for an authorization request from the sandbox controls. */
  issue(parameters: RequestParameters): string;
  /** The ticket in an authorization request. */
  offeredBy(parameters: RequestParameters): OfferedTicket;
  /** Uses up the ticket: true if it is valid, and only once. */
  redeem(parameters: RequestParameters): boolean;
}

interface TicketParts {
  readonly issuer: string;
  /** The installation's password. Only those who know it can create tickets. */
  readonly password: string;
  /** By the system clock, which Tenant Desk uses as well. */
  readonly now: () => number;
  readonly steadyNow: () => number;
}

/** Maximum stored used tickets: more than the sign-ins a tenant has between two starts. */
const MAX_USED = 10_000;

/**
 * Tickets let Tenant Desk, which knows the installation's password, sign users in without passing it to the
 * browser: `{milliseconds since the epoch}.{HMAC-SHA-256, base64url}`. Those made before this tenant was
 * opened are void, so that used ones of earlier runs need not be stored.
 */
export function createSignInTickets({ issuer, password, now, steadyNow }: TicketParts): SignInTickets {
  const openedAt = steadyNow();
  // Never expired by time: setting the system clock back would make old tickets valid again.
  const used = new Set<string>();

  function macOf(madeAt: string, parameters: RequestParameters): string {
    const bound = BOUND.map((name) => parameters[name] ?? null);
    const text = JSON.stringify(['sign-in ticket', issuer, madeAt, ...bound]);
    return createHmac('sha256', password).update(text).digest('base64url');
  }

  function isGenuine(ticket: string, parameters: RequestParameters): boolean {
    const [, madeAt, mac] = /^(\d{1,15})\.([\w-]+)$/.exec(ticket) ?? [];
    if (madeAt === undefined || mac === undefined) return false;
    const age = now() - Number(madeAt);
    // How long the tenant has been open is measured by the steady clock: the system clock may have been set
    // meanwhile.
    if (age < 0 || age > steadyNow() - openedAt || age >= TICKET_MS) return false;
    // Compared as text: several texts decode to the same bytes, and each would count as another ticket.
    const expected = Buffer.from(macOf(madeAt, parameters));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  function offeredBy(parameters: RequestParameters): OfferedTicket {
    const ticket = parameters[TICKET_PARAMETER];
    if (typeof ticket !== 'string') return { state: 'none' };
    const isValid = !used.has(ticket) && isGenuine(ticket, parameters);
    return isValid ? { state: 'valid', ticket } : { state: 'void' };
  }

  return {
    issue(parameters) {
      const madeAt = String(Math.floor(now()));
      return `${madeAt}.${macOf(madeAt, parameters)}`;
    },
    offeredBy,
    redeem(parameters) {
      const offered = offeredBy(parameters);
      if (offered.state !== 'valid') return false;
      const [oldest] = used.size < MAX_USED ? [] : used;
      if (oldest !== undefined) used.delete(oldest);
      used.add(offered.ticket);
      return true;
    },
  };
}
