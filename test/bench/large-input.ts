import type { MethodName } from '../../contract/bridge/methods.ts';
import { aLargeTenant } from '../builders/a-large-tenant.ts';
import { aDeepText, aLargeChangeSet, aLargeExport } from '../builders/large-files.ts';
import type { WatchedWork } from '../builders/longest-turn.ts';
import { watchLongestTurn } from '../builders/longest-turn.ts';
import { startDesk } from '../integration/desk-on-tenant.ts';
import type { Benchmark, Figure } from './benchmark.ts';

/** Milliseconds for which all other work may be blocked. */
const allowed = 50;
const rounds = 3;
const accessToken = 'the-token-of-this-bench';

/** How long large input blocks the main thread. */
const benchmark: Benchmark = {
  name: 'large-input',
  async run() {
    return [
      await ofFile('a file of 31 MB with 10,000 webhooks', 'migration.openFile', aLargeExport(10_000, 2850)),
      await ofFile('a file of 80,000 webhooks', 'migration.openFile', aLargeExport(80_000, 100)),
      await ofFile('a file nested without end', 'migration.openFile', aDeepText(49_000_000, '', '')),
      await ofFile('a change-set of 10,000 changes', 'changeSets.open', aLargeChangeSet(10_000, 2500)),
      await ofDeepResponse(),
    ];
  },
};

export default benchmark;

async function ofFile(
  name: string,
  method: 'migration.openFile' | 'changeSets.open',
  bytes: Uint8Array,
): Promise<Figure> {
  await using desk = startDesk({ baseUrl: 'http://127.0.0.1:9', accessToken });
  desk.host.fileToOpen = { name: 'large.json', bytes };
  return await figure(name, () => desk.call<MethodName>(method, undefined));
}

async function ofDeepResponse(): Promise<Figure> {
  using tenant = await aLargeTenant(60);
  await using desk = startDesk({ baseUrl: tenant.baseUrl, accessToken });
  return await figure('an answer of 60 MB nested without end', () =>
    desk.call('roles.list', { tenantId: desk.tenantId, freshness: 'tenant-first' }),
  );
}

/** The longest of all rounds: a user meets each of them once. */
async function figure(name: string, work: () => Promise<unknown>): Promise<Figure> {
  const watched: WatchedWork<unknown>[] = [];
  for (let round = 0; round < rounds; round += 1) watched.push(await watchLongestTurn(work));
  const maxRunMs = Math.max(...watched.map((each) => each.maxRunMs));
  const outcomes = watched.map(({ outcome }) => (outcome.status === 'fulfilled' ? 'read' : 'refused'));
  return {
    figure: `the longest turn of ${name}`,
    ratio: maxRunMs / allowed,
    unit: `of the ${allowed} ms allowed`,
    reference: 'the limit',
    goal: 'at most 1.0',
    detail: { maxRunMs, totalMs: watched.map(({ totalMs }) => totalMs), outcomes },
  };
}
