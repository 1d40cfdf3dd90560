import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { change } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import { startDesk } from './desk-on-tenant.ts';

const on = useDesk();
const fresh = 'tenant-first' as const;

/** An application of the embedded tenant that has a script, and that script. */
async function scripted() {
  const { call, tenantId } = on.desk;
  const { data } = await call('applications.list', { tenantId, freshness: fresh });
  const found = data.find(({ type }) => type === 'Web - SAML');
  if (found === undefined) throw new Error('The embedded tenant has SAML applications.');
  const { data: read } = await call('scripts.get', { tenantId, applicationId: found.id, freshness: fresh });
  return { id: found.id, application: found.name, script: read.script };
}

const targetOf = (id: string) => ({ tenantId: on.desk.tenantId, kind: 'script', targetId: id });
const listed = (id: string) => on.desk.call('versions.list', targetOf(id));

async function textsOf(id: string): Promise<unknown[]> {
  const { call, tenantId } = on.desk;
  const versions = await listed(id);
  return await Promise.all(
    versions.map(async (one) => (await call('versions.get', { tenantId, id: one.id })).state),
  );
}

describe('the versions of a script', () => {
  it('include seen, applied, and undone states, with the author if known', async () => {
    const { id, application, script } = await scripted();
    const ours = `${script}\n// ours`;
    const theirs = `${script}\n// theirs`;
    const state = (text: string) => ({ application, script: text });
    const { plan } = await on.desk.apply(change('script', id, state(script), state(ours)));
    const undone = await on.desk.apply({ from: 'undo', planId: plan.id });
    const foreign = await on.colleague.apply(change('script', id, state(script), state(theirs)));
    await on.desk.call('scripts.get', { tenantId: on.desk.tenantId, applicationId: id, freshness: fresh });
    expect(await listed(id)).toMatchObject([
      { source: 'seen', author: '', planId: null },
      { source: 'undone', author: 'Ada Admin', planId: undone.plan.id },
      { source: 'applied', author: 'Ada Admin', planId: plan.id },
      { source: 'seen', author: '', planId: null },
    ]);
    expect((await textsOf(id)).map((one) => (one as { script: string }).script)).toEqual([
      theirs,
      script,
      ours,
      script,
    ]);
    await on.colleague.apply({ from: 'undo', planId: foreign.plan.id });
  });

  it('are known if a bulk change was the first read of a script', async () => {
    const { id, application, script } = await scripted();
    const desk = on.another();
    const { items } = await desk.apply(
      change('script', id, { application, script }, { application, script: `${script}\n// bulk` }),
    );
    expect(items.map((item) => item.state)).toEqual(['verified']);
    const versions = await desk.call('versions.list', { ...targetOf(id), tenantId: desk.tenantId });
    expect(versions.map(({ source }) => source)).toEqual(['applied', 'seen']);
    const [done] = await desk.history();
    await desk.apply({ from: 'undo', planId: done?.id ?? '' });
  });

  it('are there without the tenant and after a restart', async () => {
    const { id } = await scripted();
    const folder = makeTemporaryFolder();
    const desk = startDesk({ folder, baseUrl: on.network.baseUrl, accessToken: on.tenant.accessToken });
    const read = { tenantId: desk.tenantId, applicationId: id, freshness: fresh };
    await desk.call('scripts.get', read);
    const before = await desk.call('versions.list', targetOf(id));
    expect(before).toHaveLength(1);
    await desk[Symbol.asyncDispose]();

    const nowhere = startDesk({ folder, baseUrl: 'http://127.0.0.1:9', accessToken: 'none' });
    expect(await nowhere.call('versions.list', targetOf(id))).toEqual(before);
    const version = { tenantId: nowhere.tenantId, id: before[0]?.id ?? 0 };
    expect((await nowhere.call('versions.get', version)).state).toHaveProperty('script');
    await nowhere[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('have a draft that gives way to another text', async () => {
    const { id, application, script } = await scripted();
    await on.desk.call('versions.storeDraft', targetOf(id));
    expect(await listed(id)).toHaveLength(1);
    const draft = openDraft(on.desk, { kind: 'script', targetId: id, base: { application, script } });
    await draft.type({ application, script: 'typed();' });
    await on.desk.call('versions.storeDraft', targetOf(id));
    expect(await listed(id)).toMatchObject([{ source: 'draft' }, { source: 'seen' }]);
    expect((await textsOf(id))[0]).toEqual({ application, script: 'typed();' });
  });

  it('are requested by their number, with an error for a deleted one', async () => {
    await expect(
      on.desk.call('versions.get', { tenantId: on.desk.tenantId, id: 123_456 }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});
