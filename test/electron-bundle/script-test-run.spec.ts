import { expect, it } from 'vitest';
import { useSignedInDesk } from './use-signed-in-desk.ts';

const signedIn = useSignedInDesk();

it('the bundle contains the thread for script test runs, and the review of a change shows its result', async () => {
  const { desk } = signedIn.started;
  const { data } = await desk.applications.list({ tenantId: signedIn.tenantId, freshness: 'tenant-first' });
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
  await desk.scripts.saveTestUser({ tenantId: signedIn.tenantId, user });
  const { data: read } = await desk.scripts.get({
    tenantId: signedIn.tenantId,
    applicationId: saml.id,
    freshness: 'tenant-first',
  });
  const state = (script: string) => ({ application: saml.name, script });
  const wanted = state(`${read.script}\nsetAttribute('bundled', LoginUser.Username);`);
  const edit = { kind: 'script', targetId: saml.id, base: state(read.script), wanted };
  const plan = await desk.changes.plan({
    tenantId: signedIn.tenantId,
    request: { from: 'edits', edits: [edit] },
  });
  const { items } = await desk.changes.items({ planId: plan.id, offset: 0, limit: 1 });
  const item = await desk.changes.item({ planId: plan.id, itemId: items[0]?.id ?? '' });
  expect(item.findings).toMatchObject([
    { note: '', rows: [['Zoë', 'bundled', 'not sent', 'zoe@acme.example']] },
  ]);
});
