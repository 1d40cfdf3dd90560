import got from 'got';
import { Agent } from 'node:http';
import { aWebhook } from '../../builders/a-webhook.ts';
import { undo } from '../../builders/requests.ts';
import { confirmed } from '../../builders/confirmed.ts';
import { toWireDefinition } from '../../../main/tenants/endpoints/rule-record.ts';
import type { DeskOnTenant } from '../../integration/desk-on-tenant.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import type { TenantProcess } from '../../integration/tenant-process.ts';
import { startTenant } from '../../integration/tenant-process.ts';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from './benchmark-size.ts';
import { countOf, median, timed } from './timed.ts';

/**
 * Migrates many rules from one tenant to another and undoes it, against a bare loop.
 * The response to a creation doesn't describe the created rule: a client that needs it has to read the list.
 * The loop is the minimum that counts as a migration: it sends the creations one after the other on one
 * connection, reads the list once at the end, and checks that every name is there. It records nothing and
 * couldn't recover from a lost response or a crash. The undo loop deletes by the IDs in that list, and reads
 * it once more.
 * Tenant Desk is measured from the confirmed plan to its end, including all writes to disk: that is when
 * requests are sent.
 */
export async function measureMigration(): Promise<Figure[]> {
  const tenant = await startTenant({
    args: ['--tenants', '3', '--apps', '3', '--events', '0', '--admin-token'],
  });
  try {
    const [source, target, other] = tenant.tenants;
    if (target === undefined || other === undefined) throw new Error('There are three tenants.');
    using script = startRuleScript(other);
    const rules = Array.from({ length: benchmarkSize.rules }, (_, index) =>
      toWireDefinition({ ...aWebhook({ name: `Rule ${index}` }), enabled: index % 2 === 0 }),
    );
    using ofSource = startRuleScript(source);
    for (const rule of rules) await ofSource.send('POST', '/rules/webhook', rule);
    await using desk = startDesk({ baseUrl: target.baseUrl, accessToken: target.accessToken ?? '' });
    desk.addTenant('Staging', { baseUrl: source.baseUrl, accessToken: source.accessToken ?? '' });
    const rounds: Round[] = [];
    for (let round = 0; round < benchmarkSize.rounds; round += 1) {
      rounds.push({ ...(await migrateAndUndo(desk, rules.length)), ...(await loop(script, rules)) });
    }
    const count = countOf(rules.length);
    return [
      figure(`migrating ${count} rules`, rounds, 'applyMs', 'createMs', 'creations'),
      figure(`undoing the migration of ${count} rules`, rounds, 'undoMs', 'deleteMs', 'deletions'),
    ];
  } finally {
    await tenant.stop();
  }
}

interface Round {
  readonly applyMs: number;
  readonly undoMs: number;
  readonly createMs: number;
  readonly deleteMs: number;
}

function figure(
  name: string,
  rounds: readonly Round[],
  ours: keyof Round,
  bare: keyof Round,
  what: string,
): Figure {
  const ratios = rounds.map((round) => round[ours] / round[bare]);
  return {
    figure: name,
    ratio: median(ratios),
    unit: 'times as long',
    reference: `a bare loop of the ${what} and one list at its end`,
    goal: 'at most 1.25',
    detail: { ratios, rounds },
  };
}

async function migrateAndUndo(desk: DeskOnTenant, count: number) {
  const source = { type: 'tenant', tenantId: 'staging' } as const;
  const workbook = await desk.call('workbooks.open', { source, targetId: desk.tenantId });
  const plan = await desk.call('workbooks.plan', { workbookId: workbook.id });
  const applied = await timed(() => desk.call('changes.apply', confirmed(plan)));
  const back = await desk.plan(undo(plan.id));
  const undone = await timed(() => desk.call('changes.apply', confirmed(back)));
  for (const { counts } of [applied.value, undone.value])
    if (counts.verified !== count) throw new Error(JSON.stringify(counts));
  return { applyMs: applied.ms, undoMs: undone.ms };
}

async function loop(script: RuleScript, rules: readonly Readonly<Record<string, unknown>>[]) {
  const before = new Set((await script.list()).map(({ policy_id }) => policy_id));
  let made: readonly Listed[] = [];
  const { ms: createMs } = await timed(async () => {
    for (const rule of rules) await script.send('POST', '/rules/webhook', rule);
    const names = new Set(rules.map(({ name }) => name));
    made = (await script.list()).filter(({ policy_id, name }) => !before.has(policy_id) && names.has(name));
  });
  if (made.length !== rules.length) throw new Error(`The loop made ${made.length} rules.`);
  const { ms: deleteMs } = await timed(async () => {
    for (const { policy_id } of made) await script.send('DELETE', `/rules/${policy_id}`);
    if ((await script.list()).length !== before.size) throw new Error('The loop did not delete all.');
  });
  return { createMs, deleteMs };
}

interface Listed {
  readonly policy_id: string;
  readonly name: string;
}

interface RuleScript extends Disposable {
  send(method: 'POST' | 'DELETE', path: string, json?: unknown): Promise<unknown>;
  list(): Promise<readonly Listed[]>;
}

/** The requests of a script, sent directly to the tenant over one keep-alive connection. */
function startRuleScript({ baseUrl, accessToken }: TenantProcess['tenants'][number]): RuleScript {
  const agent = new Agent({ keepAlive: true });
  const options = {
    headers: { authorization: `Bearer ${accessToken}` },
    agent: { http: agent },
    retry: { limit: 0 },
  };
  const addressOf = (path: string): string => `${baseUrl}/analytics/services/v1.0${path}`;
  return {
    send: async (method, path, json) =>
      await got(addressOf(path), { ...options, method, ...(json === undefined ? {} : { json }) }),
    list: async () => await got(addressOf('/rules'), options).json<readonly Listed[]>(),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
