import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ItemState, Plan } from '../../contract/changes/changes.ts';
import { setAll, undo } from '../builders/requests.ts';
import type { TenantContent } from '../builders/tenant-content.ts';
import { readContent } from '../builders/tenant-content.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../integration/desk-foundation.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import { nodeBinary } from '../integration/tenant-process.ts';

/** Applications that are restored together, most of them from a few templates. */
const many = 24;
const on = useDesk({ applications: 300 });
const pass: Fault = { kind: 'pass' };
const isImport = ({ path }: ProxiedRequest): boolean => path === '/SaasManage/ImportAppFromTemplate';
const isUpdate = ({ path }: ProxiedRequest): boolean => path === '/SaasManage/UpdateApplicationDE';
const child = fileURLToPath(new URL('../integration/apply-in-child.ts', import.meta.url));

let before: TenantContent;
let deletion: Plan;
let folder: string;
let desk: DeskOnTenant;

/** Each has its own script, as after any undo. */
beforeEach(async () => {
  folder = makeTemporaryFolder();
  desk = on.another({ folder });
  const { data } = await desk.call('applications.list', { tenantId: desk.tenantId });
  // Unlike a keychain, the vault of a spec ends with its process, so applications with a secret can't be restored after a kill.
  const withoutSecrets = data.filter(({ type }) => type !== 'Web - OpenID Connect');
  const byTemplate = [...Map.groupBy(withoutSecrets, ({ templateName }) => templateName).values()];
  const shared = byTemplate.toSorted((one, other) => other.length - one.length).flat();
  const targetIds = shared.slice(0, many).map(({ id }) => id);
  await desk.apply(setAll('script', targetIds, { script: 'setAudience("own");\n' }));
  before = await readContent(on.tenant);
  deletion = (await desk.apply(setAll('application', targetIds, null))).plan;
  on.network.requests.length = 0;
});
afterEach(() => {
  on.network.setFaults(() => pass);
  rmSync(folder, { recursive: true, force: true });
});

const templateOf = ({ body }: ProxiedRequest): string => (JSON.parse(body) as { readonly ID: string }).ID;

/** Attributes everything that appeared to the plan, as a person does if no one else changes the tenant. */
async function claimAll(by: DeskOnTenant, planId: string): Promise<void> {
  const { items } = await by.call('changes.items', { planId, states: ['unknown'] });
  for (const { id: itemId } of items) {
    const { arrivals = [] } = await by.call('changes.item', { planId, itemId });
    const mine = arrivals.slice(0, 1).map(({ id }) => id);
    if (mine.length > 0) await by.call('changes.claim', { planId, itemId, mine });
  }
}

async function statesAfterResuming(by: DeskOnTenant, planId: string): Promise<readonly ItemState[]> {
  for (let time = 0; time < many; time += 1) {
    const [open] = await by.open();
    if (open === undefined) break;
    await claimAll(by, planId);
    await by.call('changes.resume', { planId });
  }
  return [...new Set(await by.statesOf(planId))];
}

describe('applications that are restored together', () => {
  it('are created in parallel, but never two from one template before the first is confirmed', async () => {
    const coming = new Map<string, number>();
    let max = 0;
    let maxPerTemplate = 0;
    on.network.setFaults((request) => {
      if (!isImport(request)) return pass;
      const template = templateOf(request);
      coming.set(template, (coming.get(template) ?? 0) + 1);
      maxPerTemplate = Math.max(maxPerTemplate, coming.get(template) ?? 0);
      max = Math.max(
        max,
        [...coming.values()].reduce((sum, count) => sum + count, 0),
      );
      return pass;
    });
    on.network.setWitness(({ request }) => {
      if (isImport(request)) coming.set(templateOf(request), (coming.get(templateOf(request)) ?? 0) - 1);
    });
    const { items } = await desk.apply(undo(deletion.id));
    expect(items.map(({ state }) => state)).toEqual(Array(many).fill('verified'));
    expect(await readContent(on.tenant)).toEqual(before);
    const templates = on.network.requests.filter(isImport).map(templateOf);
    expect(new Set(templates).size).toBeLessThan(many);
    expect(max).toBeGreaterThan(1);
    expect(maxPerTemplate).toBe(1);
    // Each role is read for many of them, and not for each.
    const roleReads = on.network.requests.filter(({ path }) => path.startsWith('/SaasManage/GetRoleApps'));
    expect(roleReads.length).toBeLessThan(many);
  });

  it.each([
    ['answers to every third addition are lost', isImport, 'lose-answer', 3],
    ['every third addition is lost on its way', isImport, 'lose-request', 3],
    ['answers to every second update are lost', isUpdate, 'lose-answer', 2],
    ['all answers to additions are lost', isImport, 'lose-answer', 1],
  ] as const)('are created once each if %s', async (_what, matches, kind, each) => {
    let seen = 0;
    on.network.setFaults((request) => {
      if (!matches(request)) return pass;
      seen += 1;
      return seen % each === 0 && seen <= many ? { kind } : pass;
    });
    const { plan } = await desk.apply(undo(deletion.id));
    on.network.setFaults(() => pass);
    expect(await statesAfterResuming(desk, plan.id)).toEqual(['verified']);
    expect(await readContent(on.tenant)).toEqual(before);
  });
});

describe('an app that is killed while it restores many applications', () => {
  it.each([
    ['an addition is under way', isImport, 'hold-request', 5, 1],
    ['an addition was taken and not yet answered', isImport, 'hold-answer', 5, 1],
    ['several of them wait for an answer', isImport, 'hold-answer', 9, 3],
    ['an update was taken and not yet answered', isUpdate, 'hold-answer', 7, 1],
  ] as const)(
    'resumes on its next start without duplicates, killed while %s',
    async (_when, matches, kind, at, waiting) => {
      const request = JSON.stringify(undo(deletion.id));
      // Only one process at a time can use the profile.
      await desk[Symbol.asyncDispose]();
      let seen = 0;
      on.network.setFaults((sent) => {
        if (!matches(sent)) return pass;
        seen += 1;
        return seen >= at ? { kind } : pass;
      });
      const hold = async (): Promise<void> => {
        for (let count = 0; count < waiting; count += 1) await on.network.nextHeld();
      };
      const held = hold();
      const args = [child, folder, on.network.baseUrl, on.tenant.accessToken, request];
      const process = spawn(nodeBinary, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      const ended = once(process, 'exit');
      await Promise.race([held, ended.then(() => Promise.reject(new Error('It ended by itself.')))]);
      process.kill('SIGKILL');
      await ended;
      on.network.setFaults(() => pass);
      const next = on.another({ folder });
      const [open] = await next.open();
      expect(open).toMatchObject({ total: many });
      expect(await statesAfterResuming(next, open?.id ?? '')).toEqual(['verified']);
      expect(await readContent(on.tenant)).toEqual(before);
    },
  );
});
