import { createHmac } from 'node:crypto';

/** Request parameters that a ticket is bound to. */
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
  /** Password of the embedded tenants. */
  readonly password: string;
  readonly now: () => number;
}

/**
 * Adds a one-time ticket to the sign-in URL of an embedded tenant, so that its page doesn't ask for a password. Others may read the
 * URL on its way to the browser, for example in process arguments: the ticket doesn't reveal the password, and is only valid for this
 * request, whose response only this process can redeem.
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
