import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aBrowser } from '../builders/a-browser.ts';
import type { BrowserPage } from '../integration/browser-session.ts';
import { createBrowserSession } from '../integration/browser-session.ts';
import type { TestFoundation } from '../integration/desk-foundation.ts';
import { makeTemporaryFolder, startFoundation } from '../integration/desk-foundation.ts';
import { administratorName, filledIn } from '../integration/sign-in-by-form.ts';
import type { TenantAddress, TenantProcess } from '../integration/tenant-process.ts';
import { startTenant } from '../integration/tenant-process.ts';
import { findInFolder } from './find-in-folder.ts';

const loopback = aBrowser();
let folder: string;
let running: TenantProcess;
let tenant: TenantAddress;
let desk: TestFoundation;
let tenantId: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  running = await startTenant({ args: ['--tenants', '1', '--apps', '3', '--events', '0', '--data', folder] });
  [tenant] = running.tenants;
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  desk = startFoundation();
  await desk.foundation.tenants.adoptEmbedded(running.tenants);
  tenantId = desk.foundation.tenants.list()[0]?.id ?? '';
  return () => desk[Symbol.asyncDispose]();
});

/** Starts a sign-in in Tenant Desk and returns the URL for the system browser. */
async function begin(): Promise<URL> {
  const state = await desk.foundation.sessions.signIn(tenantId, new AbortController().signal);
  if (state.state !== 'signing-in') throw new Error(`The session is ${state.state}.`);
  return new URL(await loopback.start(state.url));
}

function ticketIn(address: URL): string {
  return address.searchParams.get('sandbox_ticket') ?? '';
}

/** Signs in at a URL as a separate browser does, with the values that its page has filled in. */
async function signInAt(address: URL, username = administratorName): Promise<BrowserPage> {
  const browser = createBrowserSession(tenant.baseUrl);
  const page = await browser.open(address.href);
  return browser.submit(page, { username, password: filledIn(page), decision: 'sign-in' });
}

describe('a sign-in that Tenant Desk starts', () => {
  it('has the password filled in by a ticket, and ends with a session in Tenant Desk', async () => {
    const over = desk.host.next('session.changed', ({ state }) => state !== 'signing-in');
    const back = await signInAt(await begin());
    expect((await loopback.fetch(back.url)).status).toBe(200);
    expect(await over).toMatchObject({ state: 'signed-in', user: { name: 'Sandbox Administrator' } });
  });

  it('can be for another user, who is selected on the page', async () => {
    const over = desk.host.next('session.changed', ({ state }) => state !== 'signing-in');
    const address = await begin();
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(address.href);
    const other = /href="(\/signin\/[^"]*user=(?!admin)[^"]*)"/.exec(page.html)?.[1] ?? '';
    const chosen = await browser.open(new URL(other, tenant.baseUrl).href);
    const username = decodeURIComponent(new URL(chosen.url).searchParams.get('user') ?? '');
    expect(chosen.html).toContain(`value="${username}"`);
    const back = await browser.submit(chosen, {
      username,
      password: filledIn(chosen),
      decision: 'sign-in',
    });
    await loopback.fetch(back.url);
    expect(await over).toMatchObject({ state: 'signed-in', user: { email: username } });
  });

  it('never discloses the password: neither the page nor the URL has it', async () => {
    const address = await begin();
    const page = await createBrowserSession(tenant.baseUrl).open(address.href);
    expect(filledIn(page)).toBe(ticketIn(address));
    expect(page.html).not.toContain(tenant.password);
    expect(address.href).not.toContain(tenant.password);
  });

  it('leaves neither the ticket nor the password in a file of Tenant Desk', async () => {
    const address = await begin();
    await loopback.fetch((await signInAt(address)).url);
    expect(findInFolder(desk.folder, [ticketIn(address), tenant.password])).toEqual([]);
  });

  it('gets a ticket only from a tenant that Tenant Desk itself announced', async () => {
    const other = await startTenant({ args: ['--tenants', '1', '--apps', '0', '--events', '0'] });
    try {
      const [{ baseUrl, issuer, analyticsUrl, clientId }] = other.tenants;
      const profile = desk.foundation.tenantStore.get(tenantId);
      desk.foundation.tenantStore.replace({ ...profile, baseUrl, issuer, analyticsUrl, clientId });
      expect((await begin()).searchParams.has('sandbox_ticket')).toBe(false);
    } finally {
      await other.stop();
    }
  });
});

describe('someone who reads the URL of a sign-in, for example from the arguments of the browser', () => {
  it('cannot use it after the user did', async () => {
    const address = await begin();
    await signInAt(address);
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(address.href);
    expect(filledIn(page)).toBe('');
    expect(page.html).toContain('has expired or was already used');
    const rejected = await browser.submit(page, {
      username: administratorName,
      password: ticketIn(address),
      decision: 'sign-in',
    });
    expect(rejected.status).toBe(401);
  });

  it.each([
    ['redirect_uri', 'http://127.0.0.1:9/callback'],
    ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ['state', 'another'],
    ['nonce', 'another'],
  ])('cannot use its ticket for a request with another %s', async (name, value) => {
    const address = await begin();
    address.searchParams.set(name, value);
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(address.href);
    expect(filledIn(page)).toBe('');
    const rejected = await browser.submit(page, {
      username: administratorName,
      password: ticketIn(address),
      decision: 'sign-in',
    });
    expect(rejected.status).toBe(401);
  });

  it('gets, if it is first, a code that only Tenant Desk can redeem, and no session at the tenant', async () => {
    const address = await begin();
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(address.href);
    const back = await browser.submit(page, {
      username: administratorName,
      password: filledIn(page),
      decision: 'sign-in',
    });
    const code = new URL(back.url).searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    const response = await fetch(`${tenant.baseUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: tenant.clientId,
        redirect_uri: address.searchParams.get('redirect_uri') ?? '',
        code,
        code_verifier: 'guessed-'.repeat(8),
      }),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    const own = new URL(address);
    own.searchParams.delete('sandbox_ticket');
    own.searchParams.set('prompt', 'none');
    const silent = await browser.open(own.href);
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
  });
});
