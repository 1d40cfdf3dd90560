import { describe, expect, it } from 'vitest';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import { originsTargetId } from '../../contract/origins/origins.ts';
import { applicationScriptSchema } from '../../contract/scripts/scripts.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import type { KindsOnTenant } from './kinds-on-tenant.ts';
import { begin } from './kinds-on-tenant.ts';
import { anApplication } from '../builders/an-application.ts';
import { useKinds } from '../builders/use-kinds.ts';

const on = useKinds();

const isAddition = ({ path }: ProxiedRequest): boolean => path.endsWith('/ImportAppFromTemplate');
/** What the catalog calls the template that `anApplication` is added from. */
const nameOfTemplate = 'SAML';
const isUpdate = ({ path }: ProxiedRequest): boolean => path.endsWith('/UpdateApplicationDE');

const application = (name: string, changes: Partial<ApplicationState> = {}): ApplicationState =>
  anApplication({ name, description: `About ${name}`, ...changes });

const textsOf = ({ templateId, name, description, script }: ApplicationState) => ({
  templateId,
  name,
  description,
  script,
});

async function add(by: KindsOnTenant, state: ApplicationState): Promise<string> {
  const addition = await begin(by, by.application, { targetId: '', wanted: () => state });
  const seen = await addition.observe(await addition.apply());
  if (seen.state !== 'in-effect') throw new Error(seen.state);
  return seen.outcome.targetId;
}

const edit = (by: KindsOnTenant, targetId: string, changes: Partial<ApplicationState>) =>
  begin(by, by.application, { targetId, wanted: (before) => before && { ...before, ...changes } });

describe('an application that is added', () => {
  it('gets the wanted name, description and script, and is found by its identifier', async () => {
    const wanted = application('Added', { script: 'setVersion("1");' });
    const id = await add(on.kinds, wanted);
    expect(await on.kinds.application.read(id, on.kinds.newContext())).toMatchObject(textsOf(wanted));
  });

  it('whose response was lost is shown as possibly ours, and completed once the user confirms it', async () => {
    on.network.setFaults((request) => (isAddition(request) ? { kind: 'lose-answer' } : { kind: 'pass' }));
    const addition = await begin(on.kinds, on.kinds.application, {
      targetId: '',
      wanted: () => application('Lost'),
    });
    await expect(addition.apply()).rejects.toMatchObject({ error: { code: 'connection-lost' } });
    const seen = await addition.observe();
    expect(seen).toMatchObject({ state: 'unproven', arrivals: [{ name: nameOfTemplate }] });
    const [arrival] = seen.state === 'unproven' ? seen.arrivals : [];
    const found = { targetId: arrival?.id ?? '' };
    const outcome = await on.kinds.application.apply(addition.change, { ...on.kinds.newContext(), found });
    expect(await addition.observe(outcome)).toMatchObject({ state: 'in-effect' });
    expect(on.network.requests.filter(isAddition)).toHaveLength(1);
  });

  it('can’t be distinguished from another admin’s with the default template name, and neither is changed', async () => {
    on.network.setFaults((request) => (isAddition(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const addition = await begin(on.kinds, on.kinds.application, {
      targetId: '',
      wanted: () => application('Ours'),
    });
    const theirs = await add(on.colleague, application(nameOfTemplate));
    const another = await add(on.colleague, application(nameOfTemplate));
    await expect(addition.apply()).rejects.toThrow();
    const seen = await addition.observe();
    expect(seen).toMatchObject({ state: 'unproven', what: expect.stringContaining(nameOfTemplate) });
    expect(seen).not.toHaveProperty('outcome');
    for (const id of [theirs, another])
      expect(await on.colleague.application.read(id, on.colleague.newContext())).toMatchObject({
        name: nameOfTemplate,
      });
  });

  it('that never arrived is added beside another admin’s of the same template with a different name', async () => {
    on.network.setFaults((request) => (isAddition(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const addition = await begin(on.kinds, on.kinds.application, {
      targetId: '',
      wanted: () => application('Ours'),
    });
    const theirs = await add(on.colleague, application('Theirs'));
    await expect(addition.apply()).rejects.toThrow();
    expect(await addition.observe()).toMatchObject({ state: 'as-before' });
    on.network.setFaults(() => ({ kind: 'pass' }));
    const outcome = await on.kinds.application.apply(addition.change, on.kinds.newContext());
    expect(await addition.observe(outcome)).toMatchObject({ state: 'in-effect' });
    expect(outcome?.targetId).not.toBe(theirs);
    expect(await on.colleague.application.read(theirs, on.colleague.newContext())).toMatchObject({
      name: 'Theirs',
    });
  });
});

describe('an application that is edited', () => {
  it('keeps another part that another admin changed right before', async () => {
    const id = await add(on.colleague, application('Shared'));
    const rename = await edit(on.kinds, id, { name: 'Renamed' });
    await (await edit(on.colleague, id, { description: 'By a colleague' })).apply();
    expect(await rename.observe(await rename.apply())).toMatchObject({ state: 'in-effect' });
    const now = await on.kinds.application.read(id, on.kinds.newContext());
    expect(now).toMatchObject({ name: 'Renamed', description: 'By a colleague' });
  });

  it('is not sent if another admin changed the same part right before', async () => {
    const id = await add(on.colleague, application('Contested'));
    const rename = await edit(on.kinds, id, { name: 'Mine' });
    await (await edit(on.colleague, id, { name: 'Theirs' })).apply();
    await expect(rename.apply()).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
    expect(on.network.requests.filter(isUpdate)).toEqual([]);
  });

  it('is distinguished from a change that includes other settings', async () => {
    const id = await add(on.colleague, application('Watched'));
    const rename = await edit(on.kinds, id, { name: 'Watched 2' });
    const outcome = await rename.apply();
    await (await edit(on.colleague, id, { description: 'Changed with it' })).apply();
    expect(await rename.observe(outcome)).toMatchObject({
      state: 'different',
      what: expect.stringContaining('description'),
    });
  });
});

describe('an application that is deleted', () => {
  it('can be added again with its name, description and own script', async () => {
    const wanted = application('Deleted', { script: 'setVersion("2");' });
    const id = await add(on.colleague, wanted);
    const removal = await begin(on.kinds, on.kinds.application, { targetId: id, wanted: () => null });
    const { notes: _notes, ...planned } = removal.change;
    const planText = await on.kinds.application.describe(
      { ...planned, notes: undefined },
      on.kinds.newContext(),
    );
    expect(planText.warnings.join(' ')).toContain('with a new ID, client ID and URLs');
    expect(planText.irreversible).toBeUndefined();
    expect(await removal.observe(await removal.apply())).toEqual({
      state: 'in-effect',
      outcome: { targetId: '' },
    });
    expect(await on.kinds.application.read(id, on.kinds.newContext())).toBeUndefined();
    const back = await add(on.kinds, removal.change.before ?? wanted);
    expect(await on.kinds.application.read(back, on.kinds.newContext())).toMatchObject(textsOf(wanted));
  });
});

describe('a script that is replaced', () => {
  const replace = (by: KindsOnTenant, targetId: string, script: string) =>
    begin(by, by.script, { targetId, wanted: (before) => before && { ...before, script } });

  it('changes nothing else in its application or in the offline copy', async () => {
    const id = await add(on.colleague, application('Scripted'));
    const change = await replace(on.kinds, id, 'setVersion("3");');
    expect(await change.observe(await change.apply())).toMatchObject({ state: 'in-effect' });
    on.kinds.script.remember?.([{ targetId: id, oldId: id, state: change.change.after }], 'acme');
    expect(on.kinds.snapshots.read('acme', `script:${id}`, applicationScriptSchema)?.data).toEqual({
      script: 'setVersion("3");',
      isModified: true,
    });
    expect(await on.kinds.application.read(id, on.kinds.newContext())).toMatchObject(
      textsOf(application('Scripted', { script: 'setVersion("3");' })),
    );
  });

  it('does not overwrite one that another admin set right before', async () => {
    const id = await add(on.colleague, application('Scripted by two', { script: 'first();' }));
    const change = await replace(on.kinds, id, 'mine();');
    await (await replace(on.colleague, id, 'theirs();')).apply();
    await expect(change.apply()).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
    expect(await on.kinds.script.read(id, on.kinds.newContext())).toMatchObject({ script: 'theirs();' });
  });

  it('of a deleted application is rejected, because it cannot exist without the application', async () => {
    const change = { verb: 'create', targetId: '', before: null, notes: undefined } as const;
    const after = { application: 'Gone', script: 'x();' };
    await expect(on.kinds.script.describe({ ...change, after }, on.kinds.newContext())).rejects.toMatchObject(
      {
        error: { code: 'invalid-input' },
      },
    );
  });
});

describe('the trusted origins', () => {
  it('keep additions of another admin between the comparison and the request', async () => {
    const target = { targetId: originsTargetId };
    const adding = (by: KindsOnTenant, origin: string) =>
      begin(by, by.origins, {
        ...target,
        wanted: (before) => ({ origins: [...(before?.origins ?? []), origin] }),
      });
    const mine = await adding(on.kinds, 'https://Mine.example/');
    await (await adding(on.colleague, 'theirs.example')).apply();
    expect(await mine.observe(await mine.apply())).toMatchObject({ state: 'in-effect' });
    const now = await on.kinds.origins.read(originsTargetId, on.kinds.newContext());
    expect(now?.origins).toEqual(expect.arrayContaining(['mine.example', 'theirs.example']));
  });
});
