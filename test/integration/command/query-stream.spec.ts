import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk, spawnTdesk } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import type { Fault, FaultProxy, ProxiedRequest } from '../../fakes/fault-proxy.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

/** More than the first two requests of a query read. */
const eventCount = 25_000;
const tenant = useTenant(() => ['--apps', '0', '--events', String(eventCount)]);
const state = makeTemporaryFolder();
afterAll(() => rmSync(state, { recursive: true }));
const env = (baseUrl: string = tenant.baseUrl) => ({
  TDESK_TENANT_URL: baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: state,
});
const allEvents = 'SELECT ID FROM Event';
const rowsOnDisk = () => readdirSync(join(state, 'results'));

const isQuery = ({ path }: ProxiedRequest): boolean => path.toLowerCase().includes('redrock/query');
const queriesOf = (network: FaultProxy): number => network.requests.filter(isQuery).length;

/** Something else happens to the second request of a query. */
function faultSecond(network: FaultProxy, fault: () => Fault | Promise<Fault>): void {
  network.setFaults((request) =>
    isQuery(request) && queriesOf(network) >= 2 ? fault() : ({ kind: 'pass' } as const),
  );
}

function pipesOf(child: ChildProcess) {
  if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
  return { stdout: child.stdout, stderr: text(child.stderr) };
}

/** Reads until a number of lines has come. */
async function readLines(child: ChildProcess, count: number): Promise<string> {
  let read = '';
  for await (const chunk of pipesOf(child).stdout.iterator({ destroyOnReturn: false })) {
    read += String(chunk);
    if (read.split('\n').length > count) return read;
  }
  throw new Error(`It ended after ${read.split('\n').length} lines.`);
}

describe('a long query', () => {
  it.each(['-o csv', '-o json', '-o ndjson', '-o md', '--json', '--ndjson'])(
    'prints its first rows before the tenant has sent the rest (%s)',
    async (format) => {
      await using network = await startFaultProxy(tenant.baseUrl);
      const released = Promise.withResolvers<Fault>();
      faultSecond(network, () => released.promise);
      const child = spawnTdesk(['query', allEvents, ...format.split(' ')], { env: env(network.baseUrl) });
      const { stdout } = pipesOf(child);
      const beginning = await readLines(child, 900);
      released.resolve({ kind: 'pass' });
      const lines = (beginning + (await text(stdout))).trimEnd().split('\n');
      expect(lines.length).toBeGreaterThanOrEqual(eventCount);
    },
  );

  it('ends silently when its reader goes away, and asks the tenant for no more', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    const released = Promise.withResolvers<Fault>();
    faultSecond(network, () => released.promise);
    const child = spawnTdesk(['query', allEvents, '-o', 'csv'], { env: env(network.baseUrl) });
    const { stdout, stderr } = pipesOf(child);
    await readLines(child, 10);
    stdout.destroy();
    // The rest is read from the third request on.
    network.setFaults((request) => ({
      kind: isQuery(request) && queriesOf(network) > 2 ? 'hold-request' : 'pass',
    }));
    released.resolve({ kind: 'pass' });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await stderr).toBe('');
    expect(queriesOf(network)).toBeLessThanOrEqual(3);
    expect(rowsOnDisk()).toEqual([]);
  });

  it('stops at Ctrl+C, on the tenant too', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    faultSecond(network, () => ({ kind: 'hold-request' }));
    const held = network.nextHeld();
    const child = spawnTdesk(['query', allEvents, '-o', 'csv'], { env: env(network.baseUrl) });
    const { stderr } = pipesOf(child);
    await Promise.all([readLines(child, 10), held]);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(await stderr).toContain('Stopping');
    expect(queriesOf(network)).toBe(2);
    expect(rowsOnDisk()).toEqual([]);
  });

  it('that fails in the middle prints what has come, never a complete document, and ends with an error', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    const body = JSON.stringify({ success: false, Message: 'The query was ended.', Result: null });
    faultSecond(network, () => ({ kind: 'answer', status: 200, body }));
    const csv = await runTdesk(['query', allEvents, '-o', 'csv'], { env: env(network.baseUrl) });
    expect(csv.code).toBe(8);
    expect(csv.stdout.trimEnd().split('\n')).toHaveLength(1001);
    network.requests.length = 0;
    const document = await runTdesk(['query', allEvents, '--json'], { env: env(network.baseUrl) });
    expect(document.code).toBe(8);
    expect(() => JSON.parse(document.stdout) as unknown).toThrow(SyntaxError);
  });

  it('shows the first rows on a terminal, and does not wait for the rest', async () => {
    await using network = await startFaultProxy(tenant.baseUrl);
    faultSecond(network, () => ({ kind: 'hold-request' }));
    const shown = await runTdesk(['query', allEvents, '--table'], { env: env(network.baseUrl) });
    expect(shown.code).toBe(0);
    expect(shown.stdout.trimEnd().split('\n')).toHaveLength(1001);
    expect(shown.stderr).toMatch(/^\d+ more rows\. /);
    expect(rowsOnDisk()).toEqual([]);
  });
});

/** A small heap makes Node collect garbage also while other programs use the processors. */
const smallHeap = '--max-old-space-size=96 --max-semi-space-size=2';
/** Prints how much memory the process had at most, in kilobytes to stderr. */
const reportMemory = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxrss '+process.resourceUsage().maxRSS+';'))`;

async function megabytesOf(rows: number): Promise<number> {
  const query = `SELECT e.ID, e.WhenOccurred, u.Username FROM Event e, User u LIMIT ${rows}`;
  const { code, stdout, stderr } = await runTdesk(['query', query, '-o', 'csv'], {
    env: { ...env(), NODE_OPTIONS: `${smallHeap} --import="${reportMemory}"` },
  });
  expect({ code, lines: stdout.trimEnd().split('\n').length }).toEqual({ code: 0, lines: rows + 1 });
  return Number(/maxrss (\d+);/.exec(stderr)?.[1]) / 1024;
}

describe('the memory of a query', () => {
  it('does not grow with its rows', async () => {
    const few = await megabytesOf(30_000);
    const many = await megabytesOf(300_000);
    expect(few).toBeGreaterThan(50);
    // 270,000 more rows are 20 MB as text, and many times that as objects, which the heap can’t hold.
    expect(many - few).toBeLessThan(40);
  });
});
