import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signInByForm } from '../integration/sign-in-by-form.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

let started: StartedDesk;
let tenantId: string;

/** Asks until it is so: a hook has no `expect.poll`. */
const become = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 30_000, interval: 100 });

beforeAll(async () => {
  started = await startDesk({ isPackaged: true });
  const { desk, electron } = started;
  await become(async () => (await desk.tenants.list()).length === 2);
  tenantId = (await desk.tenants.list())[0]?.id ?? '';
  await desk.session.signIn({ tenantId });
  await become(() => electron.opened.length === 1);
  await signInByForm(electron.opened[0] ?? '');
  await become(async () => (await desk.session.status({ tenantId })).state === 'signed-in');
});

afterAll(async () => {
  started.electron.app.quit();
  await started.electron.app.exited;
  await started.dispose();
});

it('the bundle has the thread that scripts are tried in, and the review of a change says what it found', async () => {
  const { desk } = started;
  const { data } = await desk.applications.list({ tenantId, freshness: 'tenant-first' });
  const saml = data.find(({ type }) => type === 'Web - SAML');
  if (saml === undefined) throw new Error('The embedded tenant has SAML applications.');
  const user = {
    id: 'zoe',
    name: 'Zoë',
    properties: [
      { name: 'Username', value: 'zoe@acme.example' },
      { name: 'department', value: 'HR' },
    ],
  };
  await desk.scripts.saveBenchUser({ tenantId, user });
  const { data: read } = await desk.scripts.get({
    tenantId,
    applicationId: saml.id,
    freshness: 'tenant-first',
  });
  const state = (script: string) => ({ application: saml.name, script });
  const wanted = state(`${read.script}\nsetAttribute('bundled', LoginUser.Username);`);
  const edit = { kind: 'script', targetId: saml.id, base: state(read.script), wanted };
  const plan = await desk.changes.plan({ tenantId, request: { from: 'edits', edits: [edit] } });
  const { items } = await desk.changes.items({ planId: plan.id, offset: 0, limit: 1 });
  const item = await desk.changes.item({ planId: plan.id, itemId: items[0]?.id ?? '' });
  expect(item.findings).toMatchObject([
    { note: '', rows: [['Zoë', 'bundled', 'not sent', 'zoe@acme.example']] },
  ]);
});
