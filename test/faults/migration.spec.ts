import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Webhook, WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { createRandomSource } from '../../tenant/seed/random-source.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { undo } from '../builders/requests.ts';
import type { Fault } from '../fakes/fault-proxy.ts';
import { nodeBinary } from '../integration/tenant-process.ts';
import { useWorkbook } from '../integration/use-workbook.ts';
import { isWrite } from './faulty-network.ts';

const isLarge = process.env['FAULTS'] === 'all';
/** More than go one after the other. */
const many = isLarge ? 1000 : 60;
const kills = 3;
/** In a hundred requests. */
const faultsInHundred = 6;
const child = fileURLToPath(new URL('resume-in-child.ts', import.meta.url));
const on = useWorkbook();
/** Faults that happened. */
let struck = 0;

const faults: readonly [Fault, ...Fault[]] = [
  { kind: 'lose-request' },
  { kind: 'lose-answer' },
  { kind: 'truncate-answer' },
  { kind: 'answer', status: 503, body: 'busy', headers: { 'Retry-After': '0' } },
  { kind: 'replace-answer', status: 504, body: 'late' },
];

/** Of each five, one is the same on both sides, one replaces another, and three are new; every other one is disabled. */
function ruleAt(index: number): WebhookState {
  return aWebhook({
    name: `Rule ${String(index).padStart(4, '0')}`,
    enabled: index % 2 === 0,
    riskLevel: index % 3 === 0 ? 'High' : 'Low',
  });
}
const planned = Array.from({ length: many }, (_, index) => ruleAt(index));
const isOnBoth = (index: number): boolean => index % 5 === 4;
const isReplaced = (index: number): boolean => index % 5 === 3;
const own = aWebhook({ name: 'Of the target alone' });
const present = [
  own,
  ...planned.flatMap((rule, index) =>
    isOnBoth(index)
      ? [rule]
      : isReplaced(index)
        ? [{ ...rule, requestBody: '{}', enabled: index % 4 < 2 }]
        : [],
  ),
];

function inOrder(webhooks: readonly WebhookState[]): readonly WebhookState[] {
  return webhooks.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
const statesOf = (webhooks: readonly Webhook[]): readonly WebhookState[] =>
  inOrder(webhooks.map(webhookStateOf));

/** Resumes a plan in a child process that is killed during the write with this number. */
async function resumeUntilKilled(
  planId: string,
  at: number,
  kind: 'hold-request' | 'hold-answer',
  seed: number,
) {
  const fault = randomFaults(seed);
  let writes = 0;
  on.network.setFaults((request) => {
    if (isWrite(request)) writes += 1;
    return writes >= at && isWrite(request) ? { kind } : fault();
  });
  const held = on.network.nextHeld();
  const args = [child, on.folder, on.network.baseUrl, on.accessToken, planId];
  const process = spawn(nodeBinary, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(process, 'exit');
  await Promise.race([held, ended.then(() => Promise.reject(new Error('It ended by itself.')))]);
  process.kill('SIGKILL');
  await ended;
}

function randomFaults(seed: number): () => Fault {
  const random = createRandomSource(seed);
  return () => {
    if (random.below(100) >= faultsInHundred) return { kind: 'pass' };
    struck += 1;
    return random.pick(faults);
  };
}

/** Reads fail as well: then the user retries. */
async function planUndo(planId: string): Promise<string> {
  for (let time = 1; ; time += 1) {
    try {
      return (await on.desk.plan(undo(planId))).id;
    } catch (error) {
      if (time === 10) throw error;
    }
  }
}

async function resumeUntilDone(planId: string): Promise<void> {
  for (let time = 0; time < many && (await on.desk.open()).length > 0; time += 1) {
    await on.desk.call('changes.resume', { planId });
  }
}

describe('a migration of many rules over a failing network, in an app that is killed', () => {
  it.each(isLarge ? [1] : [1, 2])(
    'ends with exactly the planned rules, each once and with its status, and can be undone completely (seed %i)',
    { timeout: isLarge ? 1_800_000 : 120_000 },
    async (seed) => {
      await on.holds('acme', ...present);
      await on.holds('staging', ...planned);
      const before = await on.webhooksOf('acme');
      const workbook = await on.open();
      const sent = planned.filter((_rule, index) => !isOnBoth(index)).length;
      expect(workbook.ready).toBe(sent);
      const { id: planId } = await on.desk.call('workbooks.plan', { workbookId: workbook.id });

      struck = 0;
      await on.stop();
      for (let kill = 0; kill < kills; kill += 1) {
        const at = Math.max(2, Math.floor(sent / (kills + 1)) + (seed % 2));
        await resumeUntilKilled(
          planId,
          at,
          kill % 2 === 0 ? 'hold-answer' : 'hold-request',
          seed * 10 + kill,
        );
      }
      on.network.setFaults(randomFaults(seed * 10 + kills));
      on.start();
      expect((await on.desk.open()).map(({ id }) => id)).toEqual([planId]);
      await resumeUntilDone(planId);
      on.network.setFaults(() => ({ kind: 'pass' }));

      expect(statesOf(await on.webhooksOf('acme'))).toEqual(inOrder([own, ...planned]));
      const after = await on.ask('workbooks.read', { workbookId: workbook.id });
      expect(after).toMatchObject({ ready: 0, run: { state: 'finished', counts: { verified: sent } } });

      on.network.setFaults(randomFaults(seed * 10 + kills + 1));
      const undone = await planUndo(planId);
      await on.desk.call('changes.apply', { planId: undone });
      await resumeUntilDone(undone);
      on.network.setFaults(() => ({ kind: 'pass' }));
      expect(new Set(await on.desk.statesOf(undone))).toEqual(new Set(['verified']));
      expect(statesOf(await on.webhooksOf('acme'))).toEqual(statesOf(before));
      expect(struck).toBeGreaterThan(many / 10);
    },
  );
});
