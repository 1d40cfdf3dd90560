import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { noPolicy } from '../../../main/platform/policy/managed-policy.ts';
import type { CallResult } from '../../../contract/bridge/to-renderer.ts';
import type { MethodName } from '../../../contract/bridge/methods.ts';
import { methods } from '../../../contract/bridge/methods.ts';
import { createServices } from '../../../main/app/services.ts';
import type { Caller } from '../../../main/platform/dispatch.ts';
import { createDispatcher } from '../../../main/platform/dispatch.ts';
import { aLargeChangeSet, aLargeExport } from '../../builders/large-files.ts';
import { aWebhook } from '../../builders/a-webhook.ts';
import { create } from '../../builders/requests.ts';
import { createFileHost } from '../../fakes/file-host.ts';
import { startTenantServer } from '../../fakes/tenant-server.ts';
import { makeTemporaryFolder, tenantAt } from '../../integration/desk-foundation.ts';
import { createTestVault, startDesk } from '../../integration/desk-on-tenant.ts';
import { argumentsOf, clonedValue } from './arguments-of.ts';
import type { FuzzStage } from './fuzzer.ts';
import type { ValueChange } from './mutated-json.ts';
import { changeMembers, valueChange } from './mutated-json.ts';
import { typedOutcome } from './typed-outcome.ts';

interface ArgumentCase {
  readonly name: MethodName;
  readonly input: unknown;
  readonly changes: readonly ValueChange[];
}

/** Typical values of a member, with names for values that are known only at run time. */
const known = {
  tenantId: ['@tenant'],
  id: ['@tenant', 'some-target'],
  fileId: ['@file'],
  planId: ['@plan'],
  itemIds: ['@item', 'some-item'],
  itemId: ['@item'],
  kind: ['webhook', 'application', 'script', 'origins', 'webhook-file', 'query'],
  targetId: ['some-target', 'new:1'],
  url: ['https://hooks.example/a'],
  baseUrl: ['https://acme.example'],
  issuer: ['https://acme.example'],
  text: ['select ID from Role', 'https://a.example'],
  method: ['POST'],
  contentType: ['application/json'],
  name: ['Some name', 'a'],
  other: ['a', '2026-01-01', 'application/json', 'https://a.example', '#336699'],
} as const;
/** Milliseconds after which a page cancels a call, such as a sign-in that waits for a user. */
const maxWaitMs = 5000;
const wholeNames = Object.keys(methods).filter((name): name is MethodName => name in methods);
/** Nouns that need a signed-in tenant; the others belong to the program. */
const ofProgram = /^(app|tenants|session|settings)\./;

const ofPlans = /^(changes|changeSets)\./;

/** Calls every method with valid and invalid arguments; existing data must survive. */
export async function openArgumentStage(): Promise<FuzzStage<ArgumentCase>> {
  const tenant = await startTenantServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.method === 'GET' ? '[]' : '{"success":true,"Result":{"Results":[],"FullCount":0}}');
  });
  const signedIn = startDesk({ baseUrl: tenant.origin, accessToken: 'the-token-of-the-fuzzer' });
  const program = await startProgram(tenant.origin);
  const caller = signedIn.openCaller();
  const callerOf = (name: MethodName): Caller => (ofProgram.test(name) ? program.caller : caller);
  const untouched = await keepSomething(signedIn.call);
  const files = [aLargeExport(2, 10), aLargeChangeSet(2, 10)];
  let place = { tenant: signedIn.tenantId, file: '', plan: '', item: '' };
  let cases = 0;

  async function send(name: MethodName, input: unknown): Promise<CallResult | undefined> {
    const id = randomUUID();
    const to = callerOf(name);
    const giveUp = setTimeout(() => void to.receive({ type: 'cancel', id }, true), maxWaitMs);
    try {
      return await to.receive({ type: 'call', id, method: name, input }, true);
    } finally {
      clearTimeout(giveUp);
    }
  }

  /** A file that was opened, which later calls may name. */
  function remember(result: CallResult | undefined): void {
    if (result?.ok !== true || typeof result.value !== 'object' || result.value === null) return;
    if ('fileId' in result.value) place = { ...place, file: String(result.value.fileId) };
  }

  /** Makes sure that calls about a plan have one, whatever happened to the last. */
  async function planSomething(): Promise<void> {
    const { id } = await signedIn.plan(create('webhook', aWebhook({ name: `Webhook ${cases}` })));
    const { items } = await signedIn.call('changes.items', { planId: id, limit: 1 });
    place = { ...place, plan: id, item: items[0]?.id ?? '' };
  }

  return {
    cases: wholeNames.map((name) =>
      fc.record({
        name: fc.constant(name),
        input: fc.oneof(
          { weight: 8, arbitrary: argumentsOf(methods[name].input, known) },
          { weight: 1, arbitrary: clonedValue },
        ),
        changes: fc.oneof(fc.constant([]), fc.array(valueChange, { maxLength: 2 })),
      }),
    ),
    async check({ name, input, changes }) {
      const tenantId = ofProgram.test(name) ? await program.tenantId() : place.tenant;
      if (ofPlans.test(name) && cases % 10 === 0) await planSomething();
      const bytes = files[cases % files.length];
      signedIn.host.fileToOpen = bytes === undefined ? undefined : { name: 'some.json', bytes };
      const named = { ...place, tenant: tenantId };
      const mutatedInput = withNames(changes.length === 0 ? input : changeMembers(input, changes), named);
      const result = await send(name, mutatedInput);
      remember(result);
      const outcome = typedOutcome(name, result);
      assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined, 'every object has a member more');
      cases += 1;
      if (cases % 50 === 0) {
        await untouched.assertThere();
        await program.assertThere();
      }
      tenant.requests.splice(0);
      signedIn.host.saved.splice(0);
      return `${name} ${outcome}`;
    },
    async [Symbol.asyncDispose]() {
      await untouched.assertThere();
      await program.assertThere();
      caller.close();
      await program.stop();
      await signedIn[Symbol.asyncDispose]();
      await tenant[Symbol.asyncDispose]();
    },
  };
}

/** The whole program on a new profile, with a tenant that no call names and one that calls are about. */
async function startProgram(origin: string) {
  const folder = makeTemporaryFolder();
  const vault = createTestVault();
  const problems: unknown[] = [];
  const services = await createServices({
    host: createFileHost(),
    profileFolder: folder,
    version: '0.0.0-test',
    policy: noPolicy,
    openVault: async () => vault,
  });
  const dispatcher = createDispatcher({
    handlers: services.handlers,
    policy: noPolicy,
    newRequestId: randomUUID,
    log: { write: (_level, event, facts) => void (event === 'call.failed' && problems.push(facts)) },
    checksOutput: true,
  });
  const caller = dispatcher.openCaller();
  const call = { signal: new AbortController().signal, requestId: 'fuzz' };
  const add = (name: string) => services.handlers['tenants.add'](tenantAt(origin, { name }), call);
  const untouched = await add('Not to be touched');
  let named = await add('Acme');
  const list = () => services.handlers['tenants.list'](undefined, call);
  return {
    caller,
    /** Of the tenant that calls are about; another one where a call has removed it. */
    async tenantId(): Promise<string> {
      const all = await list();
      for (const { id } of all.slice(20)) await services.handlers['tenants.remove']({ id }, call);
      if (!all.slice(0, 20).some(({ id }) => id === named.id)) named = await add('Acme');
      return named.id;
    },
    async assertThere(): Promise<void> {
      assert.deepEqual(
        (await list()).find(({ id }) => id === untouched.id),
        untouched,
      );
      assert.deepEqual(problems, []);
    },
    async stop(): Promise<void> {
      caller.close();
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A draft and a query that no call names. */
async function keepSomething(call: ReturnType<typeof startDesk>['call']) {
  const key = { tenantId: 'acme', kind: 'webhook', targetId: 'not-to-be-touched' };
  await call('drafts.save', { ...key, state: aWebhook({ name: 'Kept' }), base: null, revision: null });
  await call('queryLibrary.add', { name: 'Kept', text: 'select ID from Role' });
  const look = async () => ({
    draft: await call('drafts.get', key),
    query: (await call('queryLibrary.list', { tenantId: 'acme' })).queries.find(
      ({ name }) => name === 'Kept',
    ),
  });
  const before = await look();
  assert.equal(before.query?.text, 'select ID from Role');
  return { assertThere: async () => assert.deepEqual(await look(), before) };
}

/** With identifiers in the place of their names. */
function withNames(value: unknown, names: Readonly<Record<string, string>>, depth = 0): unknown {
  if (typeof value === 'string') return value.startsWith('@') ? (names[value.slice(1)] ?? value) : value;
  if (typeof value !== 'object' || value === null || depth > 10) return value;
  if (Array.isArray(value)) return value.map((member) => withNames(member, names, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = {};
  for (const [key, member] of Object.entries(value)) {
    const named: unknown = withNames(member, names, depth + 1);
    Object.defineProperty(copy, key, { value: named, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
