import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSignInTickets } from './sign-in-tickets.ts';

const openedAt = 1_800_000_000_000;
const issuer = 'http://127.0.0.1:4400';
const password = 'of-this-installation';
const request = {
  client_id: 'tenant-desk',
  response_type: 'code',
  redirect_uri: 'http://127.0.0.1:5000/callback',
  state: 's',
  nonce: 'n',
  code_challenge: 'c',
  code_challenge_method: 'S256',
} as const;

let now = openedAt;
/** How far the system clock was set ahead. */
let ahead = 0;

/** Written out like in a client program, because the format is a contract between two programs. */
function ticketOf(madeAt: number, changes: { readonly issuer?: string; readonly password?: string } = {}) {
  const text = JSON.stringify([
    'sign-in ticket',
    changes.issuer ?? issuer,
    String(madeAt),
    ...Object.values(request),
  ]);
  return `${madeAt}.${createHmac('sha256', changes.password ?? password)
    .update(text)
    .digest('base64url')}`;
}

function open() {
  now = openedAt;
  ahead = 0;
  return createSignInTickets({ issuer, password, now: () => now + ahead, steadyNow: () => now });
}

describe('a ticket for a sign-in', () => {
  it('is valid once, for the request it was made for', () => {
    const tickets = open();
    const parameters = { ...request, scope: 'openid', sandbox_ticket: ticketOf(openedAt + 1) };
    now += 1000;
    expect(tickets.offeredBy(parameters)).toEqual({ state: 'valid', ticket: parameters.sandbox_ticket });
    expect(tickets.redeem(parameters)).toBe(true);
    expect(tickets.redeem(parameters)).toBe(false);
    expect(tickets.offeredBy(parameters)).toEqual({ state: 'void' });
  });

  it('cannot be spelled differently to be used again', () => {
    const tickets = open();
    const ticket = ticketOf(openedAt);
    expect(tickets.redeem({ ...request, sandbox_ticket: ticket })).toBe(true);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [
      ...[...alphabet].map((character) => ticket.slice(0, -1) + character),
      `0${ticket}`,
      `${ticket}=`,
      ` ${ticket}`,
    ];
    for (const other of others) expect(tickets.redeem({ ...request, sandbox_ticket: other })).toBe(false);
  });

  it('expires after five minutes, and is void if it was made before the tenant was opened', () => {
    const tickets = open();
    const parameters = { ...request, sandbox_ticket: ticketOf(openedAt) };
    now += 5 * 60_000 - 1;
    expect(tickets.offeredBy(parameters).state).toBe('valid');
    now += 1;
    expect(tickets.redeem(parameters)).toBe(false);
    now = openedAt;
    expect(tickets.redeem({ ...request, sandbox_ticket: ticketOf(openedAt - 1) })).toBe(false);
    expect(tickets.redeem({ ...request, sandbox_ticket: ticketOf(openedAt + 1) })).toBe(false);
  });

  it('stays used if the system clock moves backward', () => {
    const tickets = open();
    const parameters = { ...request, sandbox_ticket: ticketOf(openedAt) };
    expect(tickets.redeem(parameters)).toBe(true);
    now += 10 * 60_000;
    expect(tickets.redeem({ ...request, sandbox_ticket: ticketOf(now) })).toBe(true);
    ahead = -9 * 60_000;
    expect(tickets.redeem(parameters)).toBe(false);
  });

  it.each([-7_200_000, 7_200_000])('is valid when the system clock was set by %d ms before', (by) => {
    const tickets = open();
    now += 1000;
    ahead = by;
    expect(tickets.redeem({ ...request, sandbox_ticket: ticketOf(now + by) })).toBe(true);
  });

  it.each(Object.keys(request))('is void for a request with another %s', (name) => {
    const tickets = open();
    const sandbox_ticket = ticketOf(openedAt);
    expect(tickets.redeem({ ...request, [name]: 'another', sandbox_ticket })).toBe(false);
    expect(tickets.redeem({ ...request, [name]: undefined, sandbox_ticket })).toBe(false);
    expect(tickets.redeem({ ...request, sandbox_ticket })).toBe(true);
  });

  it('is void when made by another tenant or with another password, and when malformed', () => {
    const tickets = open();
    for (const sandbox_ticket of [
      ticketOf(openedAt, { issuer: 'http://127.0.0.1:4401' }),
      ticketOf(openedAt, { password: 'sandbox' }),
      '',
      '.',
      `${openedAt}.`,
      password,
    ])
      expect(tickets.offeredBy({ ...request, sandbox_ticket })).toEqual({ state: 'void' });
    expect(tickets.offeredBy(request)).toEqual({ state: 'none' });
  });
});
