import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { SandboxStatus } from '../../../contract/app/desk-info.ts';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import type { ConnectionStep, StepFinding } from '../../../contract/tenants/connection-check.ts';
import type { TenantInput, TenantProfile } from '../../../contract/tenants/tenants.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import App from '../../app/App.svelte';

const sandbox: TenantProfile = {
  id: 'staging',
  name: 'Sandbox Staging',
  color: 'teal',
  environment: 'sandbox',
  baseUrl: 'http://127.0.0.1:1',
  analyticsUrl: 'http://127.0.0.1:1/analytics',
  issuer: 'http://127.0.0.1:1',
  clientId: 'tenant-desk',
  scopes: ['openid'],
  extraHeaders: {},
  hasClientSecret: false,
  isSandbox: true,
};

const provider = {
  issuer: 'https://acme.example/',
  metadataUrl: 'https://acme.example/.well-known/openid-configuration',
  endpoints: {
    authorizationEndpoint: 'https://acme.example/authorize',
    tokenEndpoint: 'https://acme.example/token',
    jwksUri: 'https://acme.example/keys',
    clientAuthentication: 'client_secret_basic' as const,
  },
  supportsPkce: true,
  scopes: [],
};
const passed: Record<ConnectionStep, StepFinding> = {
  dns: { status: 'ok', finding: 'Resolves to 203.0.113.24', durationMs: 18 },
  tls: { status: 'ok', finding: 'TLS 1.3, certificate valid until Feb 11, 2027', durationMs: 41 },
  discovery: { status: 'ok', finding: 'Found, issuer matches', durationMs: 63, provider },
  client: { status: 'ok', finding: 'Accepted, with this redirect URI', durationMs: 88 },
};
const rejected: StepFinding = {
  status: 'failed',
  finding: 'Rejected: invalid_client',
  cause: 'The tenant doesn’t accept this client ID.',
  fixes: ['Copy the client ID from the app again. This one has 5 characters.'],
  code: 'invalid_client',
  response: 'client is invalid',
  durationMs: 88,
};

const url = page.getByRole('textbox', { name: 'Tenant URL' });
const clientId = page.getByRole('textbox', { name: 'Client ID' });
const checks = page.getByRole('list', { name: 'Checks of the connection' });
const continueButton = page.getByRole('button', { name: 'Continue to sign in' });

beforeEach(() => {
  location.hash = '#/tenants';
});

interface FirstStart {
  readonly findings?: Partial<Record<ConnectionStep, StepFinding>>;
  readonly status?: SandboxStatus;
  readonly more?: Partial<Handlers>;
}

async function start({ findings = {}, status = { state: 'running' }, more = {} }: FirstStart = {}) {
  const added: TenantInput[] = [];
  const fake = fakeBrowserDesk({
    'tenants.list': async () => [sandbox],
    'overview.tenants': async () => [],
    'app.sandbox': async () => status,
    'tenants.check': async ({ step }) => ({ ...passed, ...findings })[step],
    'tenants.add': async (input) => {
      added.push(input);
      const profile = { ...sandbox, ...input, id: 'acme', isSandbox: false };
      const { clientSecret: _secret, ...saved } = profile;
      return { ...saved, issuer: saved.issuer ?? '', analyticsUrl: saved.baseUrl };
    },
    ...more,
  });
  const rendered = await render(App, { desk: fake.desk });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { ...fake, added, rendered };
}

it('says what Tenant Desk is and offers two ways to begin', async () => {
  await start();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Welcome to Tenant Desk/);
  await expect.element(page.getByRole('heading', { name: 'Open sandbox' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Connect a tenant' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy Redirect URI' })).toBeVisible();
  await page.viewport(1280, 800);
  const middleOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const proceed = page.getByRole('button', { name: 'Continue to sign in' }).element();
  const manually = page.getByRole('link', { name: 'Add tenant manually' }).element();
  expect(Math.abs(middleOf(manually) - middleOf(proceed))).toBeLessThan(2);
});

it('finds a wrong client ID before saving, and says why it can’t continue', async () => {
  const findings = { client: rejected };
  const { added } = await start({ findings });
  await expect.element(page.getByText('Enter the tenant URL')).toBeVisible();
  await url.fill('https://acme.example');
  await clientId.fill('wrong');
  await expect.element(checks.getByText('Rejected: invalid_client')).toBeVisible();
  await expect.element(checks.getByText(/This one has 5 characters/)).toBeVisible();
  await expect.element(continueButton).toHaveAttribute('aria-disabled', 'true');
  await expect.element(continueButton).toHaveAccessibleDescription('Fix 1 check');
  await continueButton.click({ force: true });
  expect(added).toEqual([]);
  await checks.getByRole('button', { name: 'Show response' }).click();
  await expect.element(checks.getByText('client is invalid')).toBeVisible();

  findings.client = passed.client;
  await checks.getByRole('button', { name: 'Check again' }).click();
  await expect.element(continueButton).not.toHaveAttribute('aria-disabled', 'true');
  await continueButton.click();
  await expect.poll(() => added.length).toBe(1);
  // The issuer that discovery named is saved, because sign-in compares it exactly.
  expect(added[0]).toMatchObject({
    name: 'acme.example',
    clientId: 'wrong',
    issuer: 'https://acme.example/',
  });
});

it('keeps later checks waiting for one that failed', async () => {
  const dns: StepFinding = { status: 'failed', finding: 'Not found', cause: 'No address.', durationMs: 9 };
  const { calls } = await start({ findings: { dns } });
  await url.fill('https://acme.example');
  await expect.element(checks.getByText('Waiting for DNS').first()).toBeVisible();
  expect(calls.filter((name) => name === 'tenants.check')).toHaveLength(1);
});

it('opens the manual settings if discovery is off, and saves what is entered there', async () => {
  const discovery: StepFinding = {
    status: 'warning',
    finding: 'Not found (404). Enter it below',
    cause: 'The tenant has no OpenID configuration there: HTTP 404.',
    durationMs: 63,
  };
  const findings = { discovery };
  const { added } = await start({ findings });
  await url.fill('https://acme.example');
  await clientId.fill('desk');
  const token = page.getByRole('textbox', { name: 'Token URL' });
  await expect.element(token).toBeVisible();
  await expect.element(continueButton).toHaveAccessibleDescription('Enter the provider settings');
  await page.getByRole('textbox', { name: 'Authorization URL' }).fill('https://acme.example/authorize');
  await expect.element(page.getByRole('textbox', { name: 'Issuer' })).toHaveValue('https://acme.example');
  await expect.element(continueButton).toHaveAccessibleDescription('Enter a token URL');
  findings.discovery = { status: 'skipped', finding: 'Entered below', durationMs: 0 };
  await token.fill('https://acme.example/token');
  await page.getByRole('textbox', { name: 'Signing keys URL' }).fill('https://acme.example/keys');
  await expect.element(continueButton).not.toHaveAttribute('aria-disabled', 'true');
  await continueButton.click();
  await expect.poll(() => added[0]?.endpoints?.tokenEndpoint).toBe('https://acme.example/token');
});

it('saves what was typed for the next start, without the secret', async () => {
  const stored: Record<string, string> = {};
  const remembering: Partial<Handlers> = {
    'viewState.read': async () => stored,
    'viewState.write': async (values) => {
      for (const [name, value] of Object.entries(values)) if (value !== null) stored[name] = value;
    },
  };
  const { rendered } = await start({ findings: { client: rejected }, more: remembering });
  await url.fill('https://acme.example');
  await clientId.fill('desk');
  await checks.getByRole('button', { name: 'Add client secret' }).click();
  await page.getByLabelText('Client secret').fill('hush-hush');
  await expect.poll(() => JSON.stringify(stored)).toContain('acme.example');
  await rendered.unmount();
  await start({ findings: { client: rejected }, more: remembering });
  await expect.element(url).toHaveValue('https://acme.example');
  await expect.element(clientId).toHaveValue('desk');
  expect(JSON.stringify(stored)).not.toContain('hush-hush');
});

it('Enter in a field checks at once, with the secret', async () => {
  const secrets: unknown[] = [];
  const { rendered } = await start({
    more: {
      'tenants.check': async ({ step, target }) => {
        if (step === 'client' && 'clientSecret' in target) secrets.push(target.clientSecret);
        return step === 'client' ? rejected : passed[step];
      },
    },
  });
  await url.fill('https://acme.example');
  await clientId.fill('desk');
  await checks.getByRole('button', { name: 'Add client secret' }).click();
  await page.getByLabelText('Client secret').fill('hush-hush');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => secrets.filter((secret) => secret !== undefined)).toEqual(['hush-hush']);
  await rendered.unmount();
});

it('opens the Overview after the sign-in to the sandbox', async () => {
  const { emit } = await start({
    more: {
      'session.signIn': async ({ tenantId }) => ({
        ...{ tenantId, state: 'signing-in', url: 'http://127.0.0.1:1/start' },
        ...{ startedAt: Date.now(), expiresAt: Date.now() + 60_000 },
      }),
    },
  });
  await page.getByRole('button', { name: 'Open sandbox', exact: true }).click();
  emit('session.changed', {
    ...{ tenantId: 'staging', state: 'signed-in', user: { subject: '1', name: 'Ada' } },
    ...{ expiresAt: Date.now() + 60_000, canRefresh: true, storedIn: 'memory' },
  });
  await expect.poll(() => location.hash).toBe('#/t/staging/overview');
});

it('offers to restart a sandbox that keeps stopping, and says why it can’t be opened', async () => {
  let started = 0;
  await start({
    status: { state: 'stopped', reason: 'exit code 3' },
    more: { 'app.startSandbox': async () => void (started += 1) },
  });
  await expect.element(page.getByText('exit code 3')).toBeVisible();
  const button = page.getByRole('button', { name: 'Open sandbox', exact: true });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAccessibleDescription('Restart the sandbox to continue');
  await page.getByRole('button', { name: 'Restart' }).first().click();
  await expect.poll(() => started).toBe(1);
});

it('shows the tenants instead once one was opened', async () => {
  await start({
    more: {
      'overview.tenants': async () => [
        {
          ...{ tenantId: 'staging', readAt: null, applications: null, webhooks: null, failingWebhooks: null },
          ...{ openedAt: 1, openedBefore: null, signIns: null, endingCertificates: 0, drifted: 0 },
        },
      ],
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible();
});
