import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameter of an authorization request that carries a ticket. */
export const TICKET_PARAMETER = 'sandbox_ticket';

/** How someone with a ticket was authenticated: by a one-time password. Source: RFC 8176, section 2. */
export const TICKET_METHOD = 'otp';

/**
 * As long as the desk waits for a sign-in. A ticket is no password: it is made for one authorization request, from the
 * installation's password, and is worth nothing with any other.
 */
const TICKET_MS = 5 * 60_000;

/** What a ticket speaks for: whoever changes one of these has another request. */
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
  /** Used, too old, or not of this request. */
  | { readonly state: 'void' }
  | { readonly state: 'valid'; readonly ticket: string };

export interface SignInTickets {
  /** A new one for an authorization request, where the controls of the sandbox asked for it. */
  issue(parameters: RequestParameters): string;
  /** The ticket that an authorization request brought along. */
  offeredBy(parameters: RequestParameters): OfferedTicket;
  /** Uses it up: true for one that is valid, and that once only. */
  redeem(parameters: RequestParameters): boolean;
}

interface TicketParts {
  readonly issuer: string;
  /** Of this installation. Who knows it can make tickets, and nobody else. */
  readonly password: string;
  /** By the system's clock, which the desk reads as well. */
  readonly now: () => number;
  readonly steadyNow: () => number;
}

/** Used tickets that are remembered: more sign-ins than a tenant has between two starts. */
const MAX_USED = 10_000;

/**
 * Tickets with which the desk, which knows the installation's password, signs people in without telling it to the
 * browser: `{milliseconds since the epoch}.{HMAC-SHA-256, base64url}`. Those made before this tenant was opened count
 * for nothing, so that the ones used then need not be remembered.
 */
export function createSignInTickets({ issuer, password, now, steadyNow }: TicketParts): SignInTickets {
  const openedAt = steadyNow();
  // Not forgotten by time: a system's clock that is set back makes old tickets young again.
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
    // How long the tenant has been open is counted by the steady clock: the system's may have been set meanwhile.
    if (age < 0 || age > steadyNow() - openedAt || age >= TICKET_MS) return false;
    // Compared as text: several texts stand for the same bytes, and each would count as another ticket.
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
