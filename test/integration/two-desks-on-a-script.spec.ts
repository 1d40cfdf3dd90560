import { describe, expect, it } from 'vitest';
import { change, fromDrafts } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

const on = useDesk();
const tenantId = 'acme';
const lines = (...all: string[]): string => `${all.join('\n')}\n`;
const before = lines('one', 'two', 'three', 'four', 'five');

/** An application whose script is `before`, as both admins see it. */
async function shared() {
  const { data } = await on.desk.call('applications.list', { tenantId, freshness: 'tenant-first' });
  const found = data.find(({ type }) => type === 'Web - SAML');
  if (found === undefined) throw new Error('The embedded tenant has SAML applications.');
  const { id, name: application } = found;
  const state = (script: string) => ({ application, script });
  const read = async (desk: DeskOnTenant) =>
    (await desk.call('scripts.get', { tenantId, applicationId: id, freshness: 'tenant-first' })).data.script;
  const now = await read(on.desk);
  if (now !== before) await on.desk.apply(change('script', id, state(now), state(before)));
  for (const desk of [on.desk, on.colleague]) expect(await read(desk)).toBe(before);
  const type = async (desk: DeskOnTenant, script: string) => {
    const draft = openDraft(desk, { kind: 'script', targetId: id, base: state(before) });
    await draft.type(state(script));
    return draft;
  };
  return { id, read, type, request: fromDrafts({ kind: 'script', targetId: id }) };
}

describe('two administrators who type in one script', () => {
  it('both find their lines in it, regardless of who applies first, and the other’s in the versions', async () => {
    const { id, read, type, request } = await shared();
    await type(on.desk, before.replace('one', 'ONE'));
    await type(on.colleague, before.replace('five', 'FIVE'));
    await on.colleague.apply(request);
    const { items } = await on.desk.apply(request);
    expect(items).toMatchObject([{ state: 'verified', basis: 'changed' }]);
    const both = lines('ONE', 'two', 'three', 'four', 'FIVE');
    expect(await read(on.desk)).toBe(both);
    expect(await read(on.colleague)).toBe(both);
    for (const desk of [on.desk, on.colleague]) {
      const versions = await desk.call('versions.list', { tenantId, kind: 'script', targetId: id });
      const states = await Promise.all(
        versions.map(
          async ({ id: version }) => (await desk.call('versions.get', { tenantId, id: version })).state,
        ),
      );
      const scripts = states.map((one) => (one as { script: string }).script);
      expect(scripts).toContain(both);
      expect(scripts).toContain(before.replace('five', 'FIVE'));
    }
  });

  it('see both sides where they typed in the same line, and nothing of either is lost', async () => {
    const { read, type, request } = await shared();
    const mine = before.replace('three', 'mine');
    const theirs = before.replace('three', 'theirs');
    const draft = await type(on.desk, mine);
    await type(on.colleague, theirs);
    await on.colleague.apply(request);

    const plan = await on.desk.plan(request);
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item).toMatchObject({ decision: 'merge', state: 'pending' });
    expect(item?.parts[0]?.conflict).toMatchObject({ base: before, theirs, mine, isClean: false });
    // Without a decision nothing is sent, and the draft stays what was typed.
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'left-out' }]);
    expect(await read(on.desk)).toBe(theirs);
    expect((await draft.stored())?.state).toMatchObject({ script: mine });

    const again = await on.desk.plan(request);
    const [undecided] = await on.desk.itemsOf(again.id);
    const resolved = before.replace('three', 'mine and theirs');
    await on.desk.call('changes.settle', {
      planId: again.id,
      itemId: undecided?.id ?? '',
      choices: { script: { text: resolved } },
    });
    expect((await on.desk.applyPlan(again)).items).toMatchObject([{ state: 'verified' }]);
    expect(await read(on.colleague)).toBe(resolved);
    expect(await draft.stored()).toBeUndefined();
  });
});
