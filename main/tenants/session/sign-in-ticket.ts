import { createHmac } from 'node:crypto';

/** What a ticket speaks for: with another of these it is worth nothing. */
const bound = [
  'client_id',
  'response_type',
  'redirect_uri',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
] as const;

export interface TicketMaker {
  readonly issuer: string;
  /** Of the embedded tenants' installation. */
  readonly password: string;
  readonly now: () => number;
}

/**
 * Adds a one-time ticket to the address of an embedded tenant's sign-in, so that its page asks for no password. The
 * address can be read by others on its way to the browser, in the arguments of processes for example: the ticket does
 * not tell the password, and is made for this request alone, of which only this process can redeem the answer.
 */
export function withSignInTicket(address: URL, { issuer, password, now }: TicketMaker): URL {
  const { searchParams } = address;
  const madeAt = String(Math.floor(now()));
  const text = JSON.stringify([
    'sign-in ticket',
    issuer,
    madeAt,
    ...bound.map((name) => searchParams.get(name)),
  ]);
  const ticketed = new URL(address);
  const mac = createHmac('sha256', password).update(text).digest('base64url');
  ticketed.searchParams.set('sandbox_ticket', `${madeAt}.${mac}`);
  return ticketed;
}
