import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { MethodInput, MethodName } from '../../../contract/bridge/methods.ts';
import { aTenant } from '../../builders/a-tenant.ts';
import type { Exchange } from '../../fakes/fault-proxy.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { startTenantServer } from '../../fakes/tenant-server.ts';
import type { DeskOnTenant } from '../../integration/desk-on-tenant.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import type { FuzzStage } from './fuzzer.ts';
import type { JsonMutation } from './mutated-json.ts';
import { jsonMutation, mutate, share } from './mutated-json.ts';

interface ResponseCase {
  /** Which of the recorded responses is mutated, from 0 to 1. */
  readonly which: number;
  readonly mutation: JsonMutation;
  readonly status: number;
  readonly contentType: string;
}

/** Something that a page asks for, and what the tenant was asked and answered for it. */
interface RecordedRead {
  readonly name: string;
  readonly run: (desk: DeskOnTenant) => Promise<unknown>;
  readonly exchanges: readonly Exchange[];
}

const accessToken = 'the-token-of-the-fuzzer';

/** Mutates responses that a tenant really sent. */
export async function openResponseStage(): Promise<FuzzStage<ResponseCase>> {
  const recorded = await recordReads();
  const targets = recorded.flatMap((read) => read.exchanges.map((exchange) => ({ read, exchange })));
  const responses = new Map(targets.map(({ exchange }) => [keyOf(exchange.request), exchange]));
  let instead:
    { readonly key: string; readonly bytes: Uint8Array; readonly result: ResponseCase } | undefined;
  const tenant = await startTenantServer(({ method = '', url = '', body }, response) => {
    const key = keyOf({ method, path: url, body });
    if (instead?.key === key)
      return give(response, instead.result.status, instead.result.contentType, instead.bytes);
    const known = responses.get(key);
    give(response, known?.status ?? 404, 'application/json', known?.response ?? '{"success":false}');
  });
  const desk = startDesk({ baseUrl: tenant.origin, accessToken });
  let cases = 0;
  const unchanged = new Map<RecordedRead, unknown>();
  for (const read of recorded) unchanged.set(read, plain(await read.run(desk)));

  return {
    cases: [
      fc.record({
        which: share,
        mutation: jsonMutation,
        status: fc.oneof(
          { weight: 8, arbitrary: fc.constant(200) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(201, 204, 206, 301, 302, 400, 401, 403, 404, 409, 418, 500, 502),
          },
        ),
        contentType: fc.oneof(
          { weight: 8, arbitrary: fc.constant('application/json') },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              'text/html',
              'text/plain',
              'application/json; charset=utf-16',
              'x',
              'image/png',
            ),
          },
        ),
      }),
    ],
    async check(result) {
      const target = targets[Math.floor(result.which * targets.length)];
      if (target === undefined) throw new Error('Nothing was recorded.');
      const { read, exchange } = target;
      const bytes = mutate(jsonOf(exchange.response), result.mutation);
      instead = { key: keyOf(exchange.request), bytes, result };
      const outcome = await outcomeOf(read, desk);
      instead = undefined;
      tenant.requests.splice(0);
      assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined, 'every object has a member more');
      cases += 1;
      // The result is what the tenant returns now, whatever it returned before.
      if (cases % 25 === 0) assert.deepEqual(plain(await read.run(desk)), unchanged.get(read));
      return `${read.name} ${outcome}`;
    },
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await tenant[Symbol.asyncDispose]();
    },
  };
}

async function outcomeOf({ run }: RecordedRead, desk: DeskOnTenant): Promise<string> {
  try {
    await run(desk);
    return 'ok';
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.code === 'internal') throw error;
    return error.code;
  }
}

/** Reads everything once of an embedded tenant, and writes down what it said. */
async function recordReads(): Promise<RecordedRead[]> {
  await using tenant = await aTenant();
  await using network = await startFaultProxy(tenant.baseUrl);
  await using desk = startDesk({ baseUrl: network.baseUrl, accessToken: tenant.accessToken });
  let exchanges: Exchange[] = [];
  network.setWitness((exchange) => void exchanges.push(exchange));
  const { tenantId } = desk;
  const reads: RecordedRead[] = [];

  async function record<Name extends MethodName>(name: Name, input: MethodInput<Name>): Promise<unknown> {
    const run = (on: DeskOnTenant): Promise<unknown> => on.call<MethodName>(name, input);
    exchanges = [];
    const result = await run(desk);
    reads.push({ name, run, exchanges });
    return result;
  }

  const freshness = 'tenant-first' as const;
  const { data } = await desk.call('applications.list', { tenantId, freshness });
  const [{ id = '' } = {}] = data.filter(({ name }) => name === 'Salesforce');
  await record('applications.list', { tenantId, freshness });
  await record('applications.get', { tenantId, id, freshness });
  await record('applications.templates', { tenantId, freshness });
  await record('scripts.get', { tenantId, applicationId: id, freshness });
  await record('roles.list', { tenantId, freshness });
  await record('origins.get', { tenantId, freshness });
  await record('webhooks.list', { tenantId, freshness });
  await record('webhooks.models', { tenantId, freshness });
  await record('queries.run', { tenantId, text: 'select ID, Name from Role' });
  await record('sandbox.deliveries', { tenantId });
  exchanges = [];
  const run = planOnce(id);
  await run(desk);
  reads.push({ name: 'changes.plan', run, exchanges });
  return reads;
}

/** Plans a change and cancels it: the plan is compared with the tenant. */
function planOnce(applicationId: string): RecordedRead['run'] {
  return async ({ call, tenantId }) => {
    const { id, title } = await call('changes.plan', {
      tenantId,
      request: {
        from: 'targets',
        kind: 'application',
        targetIds: [applicationId],
        set: { description: 'Changed' },
      },
    });
    const { items } = await call('changes.items', { planId: id, limit: 10 });
    await call('changes.discard', { planId: id });
    return { title, states: items.map(({ state }) => state) };
  };
}

const keyOf = ({ method, path, body }: Exchange['request']): string => `${method} ${path} ${body}`;

function jsonOf(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}

/** Without what differs from call to call. */
function plain(result: unknown): unknown {
  const drop = new Set(['fetchedAt', 'readAt', 'durationMs', 'ageMs', 'id', 'skipped']);
  return JSON.parse(
    JSON.stringify(result ?? null, (key, value: unknown) => (drop.has(key) ? undefined : value)),
  );
}

function give(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Uint8Array,
): void {
  response.writeHead(status, { 'content-type': contentType });
  response.end(status === 204 ? undefined : body);
}
