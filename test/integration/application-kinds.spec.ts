import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationState } from '../../contract/applications.ts';
import { originsTargetId } from '../../contract/origins.ts';
import { applicationScriptSchema } from '../../contract/scripts.ts';
import type { FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { KindsOnTenant } from './kinds-on-tenant.ts';
import { begin, createKindsOnTenant } from './kinds-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';
import { anApplication } from '../builders/an-application.ts';

let tenant: TenantProcess;
let network: FaultProxy;
let kinds: KindsOnTenant;
/** Another administrator, who goes past the network with faults. */
let colleague: KindsOnTenant;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
});
afterAll(() => tenant.stop());
beforeEach(async () => {
  const [{ baseUrl, accessToken = '' }] = tenant.tenants;
  network = await startFaultProxy(baseUrl);
  kinds = createKindsOnTenant({ baseUrl: network.baseUrl, accessToken });
  colleague = createKindsOnTenant({ baseUrl, accessToken });
});
afterEach(async () => {
  kinds[Symbol.dispose]();
  colleague[Symbol.dispose]();
  await network[Symbol.asyncDispose]();
});

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
    const id = await add(kinds, wanted);
    expect(await kinds.application.read(id, kinds.newContext())).toMatchObject(textsOf(wanted));
  });

  it('whose answer was lost is found and completed, without a second one', async () => {
    network.setFaults((request) => (isAddition(request) ? { kind: 'lose-answer' } : { kind: 'pass' }));
    const addition = await begin(kinds, kinds.application, {
      targetId: '',
      wanted: () => application('Lost'),
    });
    await expect(addition.apply()).rejects.toMatchObject({ error: { code: 'connection-lost' } });
    const seen = await addition.observe();
    expect(seen).toMatchObject({ state: 'partial' });
    const outcome = await kinds.application.apply(addition.change, kinds.newContext());
    expect(await addition.observe(outcome)).toMatchObject({ state: 'in-effect' });
    expect(network.requests.filter(isAddition)).toHaveLength(1);
  });

  it('is not told from a colleague’s that has its template’s name still, and neither is touched', async () => {
    network.setFaults((request) => (isAddition(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const addition = await begin(kinds, kinds.application, {
      targetId: '',
      wanted: () => application('Ours'),
    });
    const theirs = await add(colleague, application(nameOfTemplate));
    const another = await add(colleague, application(nameOfTemplate));
    await expect(addition.apply()).rejects.toThrow();
    const seen = await addition.observe();
    expect(seen).toMatchObject({ state: 'different', what: expect.stringContaining(nameOfTemplate) });
    expect(seen).not.toHaveProperty('outcome');
    await expect(kinds.application.apply(addition.change, kinds.newContext())).rejects.toMatchObject({
      error: { code: 'verification-failed' },
    });
    for (const id of [theirs, another])
      expect(await colleague.application.read(id, colleague.newContext())).toMatchObject({
        name: nameOfTemplate,
      });
  });

  it('that never arrived is added beside a colleague’s of the same template that has a name of its own', async () => {
    network.setFaults((request) => (isAddition(request) ? { kind: 'lose-request' } : { kind: 'pass' }));
    const addition = await begin(kinds, kinds.application, {
      targetId: '',
      wanted: () => application('Ours'),
    });
    const theirs = await add(colleague, application('Theirs'));
    await expect(addition.apply()).rejects.toThrow();
    expect(await addition.observe()).toMatchObject({ state: 'as-before' });
    network.setFaults(() => ({ kind: 'pass' }));
    const outcome = await kinds.application.apply(addition.change, kinds.newContext());
    expect(await addition.observe(outcome)).toMatchObject({ state: 'in-effect' });
    expect(outcome?.targetId).not.toBe(theirs);
    expect(await colleague.application.read(theirs, colleague.newContext())).toMatchObject({
      name: 'Theirs',
    });
  });
});

describe('an application that is edited', () => {
  it('keeps what a colleague changed elsewhere in it right before', async () => {
    const id = await add(colleague, application('Shared'));
    const rename = await edit(kinds, id, { name: 'Renamed' });
    await (await edit(colleague, id, { description: 'By a colleague' })).apply();
    expect(await rename.observe(await rename.apply())).toMatchObject({ state: 'in-effect' });
    const now = await kinds.application.read(id, kinds.newContext());
    expect(now).toMatchObject({ name: 'Renamed', description: 'By a colleague' });
  });

  it('is not sent when a colleague changed the same right before', async () => {
    const id = await add(colleague, application('Contested'));
    const rename = await edit(kinds, id, { name: 'Mine' });
    await (await edit(colleague, id, { name: 'Theirs' })).apply();
    await expect(rename.apply()).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
    expect(network.requests.filter(isUpdate)).toEqual([]);
  });

  it('is told apart from one with which something else changed', async () => {
    const id = await add(colleague, application('Watched'));
    const rename = await edit(kinds, id, { name: 'Watched 2' });
    const outcome = await rename.apply();
    await (await edit(colleague, id, { description: 'Changed with it' })).apply();
    expect(await rename.observe(outcome)).toMatchObject({
      state: 'different',
      what: expect.stringContaining('description'),
    });
  });
});

describe('an application that is deleted', () => {
  it('can be added again with its name, description and own script', async () => {
    const wanted = application('Deleted', { script: 'setVersion("2");' });
    const id = await add(colleague, wanted);
    const removal = await begin(kinds, kinds.application, { targetId: id, wanted: () => null });
    const { notes: _notes, ...planned } = removal.change;
    const words = await kinds.application.describe({ ...planned, notes: undefined }, kinds.newContext());
    expect(words.warnings.join(' ')).toContain('new ones then');
    expect(words.irreversible).toBeUndefined();
    expect(await removal.observe(await removal.apply())).toEqual({
      state: 'in-effect',
      outcome: { targetId: '' },
    });
    expect(await kinds.application.read(id, kinds.newContext())).toBeUndefined();
    const back = await add(kinds, removal.change.before ?? wanted);
    expect(await kinds.application.read(back, kinds.newContext())).toMatchObject(textsOf(wanted));
  });
});

describe('a script that is replaced', () => {
  const replace = (by: KindsOnTenant, targetId: string, script: string) =>
    begin(by, by.script, { targetId, wanted: (before) => before && { ...before, script } });

  it('leaves the rest of its application alone, and the offline copy as new as it is', async () => {
    const id = await add(colleague, application('Scripted'));
    const change = await replace(kinds, id, 'setVersion("3");');
    expect(await change.observe(await change.apply())).toMatchObject({ state: 'in-effect' });
    kinds.script.remember?.([{ targetId: id, oldId: id, state: change.change.after }], 'acme');
    expect(kinds.snapshots.read('acme', `script:${id}`, applicationScriptSchema)?.data).toEqual({
      script: 'setVersion("3");',
      isModified: true,
    });
    expect(await kinds.application.read(id, kinds.newContext())).toMatchObject(
      textsOf(application('Scripted', { script: 'setVersion("3");' })),
    );
  });

  it('is not sent over one that a colleague gave it right before', async () => {
    const id = await add(colleague, application('Scripted by two', { script: 'first();' }));
    const change = await replace(kinds, id, 'mine();');
    await (await replace(colleague, id, 'theirs();')).apply();
    await expect(change.apply()).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
    expect(await kinds.script.read(id, kinds.newContext())).toMatchObject({ script: 'theirs();' });
  });

  it('of an application that is gone is refused, for it cannot stand by itself', async () => {
    const change = { verb: 'create', targetId: '', before: null, notes: undefined } as const;
    const after = { application: 'Gone', script: 'x();' };
    await expect(kinds.script.describe({ ...change, after }, kinds.newContext())).rejects.toMatchObject({
      error: { code: 'invalid-input' },
    });
  });
});

describe('the trusted origins', () => {
  it('keep what a colleague added between the comparison and the request', async () => {
    const target = { targetId: originsTargetId };
    const adding = (by: KindsOnTenant, origin: string) =>
      begin(by, by.origins, {
        ...target,
        wanted: (before) => ({ origins: [...(before?.origins ?? []), origin] }),
      });
    const mine = await adding(kinds, 'https://Mine.example/');
    await (await adding(colleague, 'theirs.example')).apply();
    expect(await mine.observe(await mine.apply())).toMatchObject({ state: 'in-effect' });
    const now = await kinds.origins.read(originsTargetId, kinds.newContext());
    expect(now?.origins).toEqual(expect.arrayContaining(['mine.example', 'theirs.example']));
  });
});
