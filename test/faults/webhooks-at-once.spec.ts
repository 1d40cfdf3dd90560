import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, edits, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import { nodeBinary } from '../integration/tenant-process.ts';

const on = useDesk();
const pass: Fault = { kind: 'pass' };
const isCreation = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');
const isDeletion = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
const isList = ({ method, path }: ProxiedRequest): boolean => method === 'GET' && path.endsWith('/rules');
const child = fileURLToPath(new URL('../integration/apply-in-child.ts', import.meta.url));

/** More than are sent one by one; four have the same name, and two of those are equal. */
const twins = ['One', 'Two', 'Two', 'Three'].map((description) => aWebhook({ name: 'Twin', description }));
const wanted = [
  ...Array.from({ length: 44 }, (_, index) => aWebhook({ name: `Rule ${index}`, enabled: index % 3 > 0 })),
  ...twins,
];
const own = aWebhook({ name: 'Twin', description: 'Of the target' });

let folder: string;
let desk: DeskOnTenant;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  desk = on.another({ folder });
  await holdsOnly(own);
  on.network.requests.length = 0;
});
afterEach(() => {
  on.network.setFaults(() => pass);
  rmSync(folder, { recursive: true, force: true });
});

async function holdsOnly(...states: WebhookState[]): Promise<void> {
  const there = (await on.colleague.webhooks()).map(({ id }) => id);
  if (there.length > 0) await on.colleague.apply(setAll('webhook', there, null));
  await on.colleague.apply(create('webhook', ...states));
}

const inOrder = (states: readonly WebhookState[]): readonly WebhookState[] =>
  states.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));

async function contentOf(reader: DeskOnTenant): Promise<readonly WebhookState[]> {
  return inOrder((await reader.webhooks()).map(webhookStateOf));
}

async function resume(planId: string): Promise<ReadonlySet<string>> {
  for (let time = 0; time < wanted.length && (await desk.open()).length > 0; time += 1) {
    await desk.call('changes.resume', { planId });
  }
  return new Set(await desk.statesOf(planId));
}

/** The fault for every nth of these requests. */
function every(each: number, matches: (request: ProxiedRequest) => boolean, fault: Fault) {
  let seen = 0;
  return (request: ProxiedRequest): Fault => {
    if (!matches(request)) return pass;
    seen += 1;
    return seen % each === 0 ? fault : pass;
  };
}

const nameOf = ({ body }: ProxiedRequest): string => (JSON.parse(body) as { readonly name: string }).name;

describe('many webhooks that are created by one plan', () => {
  it('are created in parallel, but never two of one name before the first is confirmed, and share list requests', async () => {
    const coming: string[] = [];
    let max = 0;
    let maxTwins = 0;
    on.network.setFaults((request) => {
      if (!isCreation(request)) return pass;
      coming.push(nameOf(request));
      max = Math.max(max, coming.length);
      maxTwins = Math.max(maxTwins, coming.filter((name) => name === 'Twin').length);
      return pass;
    });
    on.network.setWitness(({ request }) => {
      if (isCreation(request)) coming.splice(coming.indexOf(nameOf(request)), 1);
    });
    const { plan } = await desk.apply(create('webhook', ...wanted));
    expect(new Set(await desk.statesOf(plan.id))).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(inOrder([own, ...wanted]));
    expect(max).toBeGreaterThan(1);
    expect(maxTwins).toBe(1);
    expect(on.network.requests.filter(isList).length).toBeLessThan(wanted.length / 2);

    const { plan: back } = await desk.apply(undo(plan.id));
    expect(new Set(await desk.statesOf(back.id))).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual([own]);
  });

  it.each([
    ['answers to every third creation are lost', isCreation, 'lose-answer', 3],
    ['every third creation is lost on its way', isCreation, 'lose-request', 3],
    ['answers to all creations are lost', isCreation, 'lose-answer', 1],
    ['every second list is cut short', isList, 'truncate-answer', 2],
  ] as const)('are created once each if %s', async (_what, matches, kind, each) => {
    on.network.setFaults(every(each, matches, { kind }));
    const planned = await desk.plan(create('webhook', ...wanted)).catch(() => undefined);
    const plan = planned ?? (await desk.plan(create('webhook', ...wanted)));
    await desk.applyPlan(plan);
    on.network.setFaults(() => pass);
    expect(await resume(plan.id)).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(inOrder([own, ...wanted]));
  });

  it('are no longer sent once the tenant is unreachable, and are sent when the plan is resumed', async () => {
    let creations = 0;
    on.network.setFaults((request) => {
      if (isCreation(request)) creations += 1;
      return creations > 20 ? { kind: 'lose-request' } : pass;
    });
    const { plan } = await desk.apply(create('webhook', ...wanted));
    expect(plan.state).toBe('open');
    expect(plan.error).not.toBeNull();
    on.network.setFaults(() => pass);
    expect(await resume(plan.id)).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(inOrder([own, ...wanted]));
  });

  it('stop when the run is stopped: requests already sent finish, and no more are sent', async () => {
    const plan = await desk.plan(create('webhook', ...wanted));
    let creations = 0;
    on.network.setFaults(async (request) => {
      if (!isCreation(request)) return pass;
      creations += 1;
      if (creations === 10) await desk.call('changes.pause', { planId: plan.id });
      return pass;
    });
    const { plan: stopped } = await desk.applyPlan(plan);
    const { verified = 0, pending = 0 } = stopped.counts;
    expect(stopped.state).toBe('open');
    expect(verified).toBe(creations);
    expect(verified + pending).toBe(wanted.length);
    // As many as may be sending.
    expect(creations).toBeLessThan(10 + 8);
    expect(await resume(plan.id)).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(inOrder([own, ...wanted]));
  });
});

describe('a plan that creates, replaces, switches, and deletes many webhooks', () => {
  const there = Array.from({ length: 36 }, (_, index) => aWebhook({ name: `Rule ${index}` }));

  /** A third is replaced, a third switched, a third deleted; every deleted one is created again under its name. */
  async function mixed(): Promise<{ request: ChangeRequest; after: readonly WebhookState[] }> {
    const live = await desk.webhooks();
    const all = there.map((state, index) => {
      const targetId = live.find(({ name }) => name === state.name)?.id ?? '';
      const changes = [{ description: 'Replaced' }, { enabled: false }, null][index % 3] ?? null;
      return { targetId, base: state, after: changes === null ? null : { ...state, ...changes } };
    });
    const recreated = all.flatMap(({ base, after }) => (after === null ? [{ ...base, method: 'PUT' }] : []));
    const request = edits(
      ...all.map(({ targetId, base, after }) => ({
        kind: 'webhook',
        targetId,
        base: { ...base },
        wanted: after === null ? null : { ...after },
      })),
      ...recreated.map((state) => ({ kind: 'webhook', targetId: null, base: null, wanted: { ...state } })),
    );
    return { request, after: inOrder([own, ...recreated, ...all.flatMap(({ after }) => after ?? [])]) };
  }

  it.each([
    ['nothing fails', () => pass],
    ['answers to every third creation are lost', every(3, isCreation, { kind: 'lose-answer' })],
    ['answers to every second deletion are lost', every(2, isDeletion, { kind: 'lose-answer' })],
    ['every fourth deletion is lost on its way', every(4, isDeletion, { kind: 'lose-request' })],
  ])('ends as planned, and is back at the initial state after an undo, if %s', async (_what, faults) => {
    await holdsOnly(own, ...there);
    const { request, after } = await mixed();
    on.network.setFaults(faults);
    const { plan } = await desk.apply(request);
    on.network.setFaults(() => pass);
    expect(await resume(plan.id)).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(after);
    const back = await desk.plan(undo(plan.id));
    on.network.setFaults(faults);
    await desk.applyPlan(back);
    on.network.setFaults(() => pass);
    expect(await resume(back.id)).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(inOrder([own, ...there]));
  });
});

describe('an app that is killed while it creates many webhooks', () => {
  it.each([
    ['a creation is under way', 'hold-request', 5],
    ['a creation was taken and not yet answered', 'hold-answer', 17],
    ['a twin was taken and not yet answered', 'hold-answer', 46],
  ] as const)('resumes on its next start without duplicates, killed while %s', async (_when, kind, at) => {
    // Only one process at a time can use the profile.
    await desk[Symbol.asyncDispose]();
    let seen = 0;
    on.network.setFaults((request) => {
      if (!isCreation(request)) return pass;
      seen += 1;
      return seen >= at ? { kind } : pass;
    });
    const held = on.network.nextHeld();
    const request = JSON.stringify(create('webhook', ...wanted));
    const args = [child, folder, on.network.baseUrl, on.tenant.accessToken, request];
    const process = spawn(nodeBinary, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(process, 'exit');
    await Promise.race([held, ended.then(() => Promise.reject(new Error('It ended by itself.')))]);
    process.kill('SIGKILL');
    await ended;
    on.network.setFaults(() => pass);
    desk = on.another({ folder });
    const [open] = await desk.open();
    expect(open).toMatchObject({ total: wanted.length });
    expect(await resume(open?.id ?? '')).toEqual(new Set(['verified']));
    expect(await contentOf(desk)).toEqual(inOrder([own, ...wanted]));
  });
});
