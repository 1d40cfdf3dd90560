import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EmbeddedTenant } from './embedded-tenant.ts';
import { createEmbeddedTenant } from './embedded-tenant.ts';
import { spawnTenant } from './tenant-process.ts';

let folder: string;
let tenant: EmbeddedTenant | undefined;
let reports: string[];
let errorLines: string[];
let pauses: number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-tenant-'));
  reports = [];
  errorLines = [];
  pauses = [];
});

afterEach(async () => {
  await tenant?.stop();
  tenant = undefined;
  await rm(folder, { recursive: true });
});

const readyLine = `console.log(JSON.stringify({ ready: true, tenants: [
  { id: 'one', name: process.argv.join(' '), baseUrl: 'http://127.0.0.1:' + (1024 + process.pid % 60000) },
] }));`;

/** Runs a test program instead of the tenant, in a real process. */
async function run(program: string, clock = () => 0): Promise<EmbeddedTenant> {
  const entry = join(folder, 'program.mjs');
  await writeFile(entry, program);
  const running = createEmbeddedTenant({
    startProcess: () => spawnTenant(entry, ['--data', join(folder, 'data')], (line) => errorLines.push(line)),
    report: (line) => reports.push(line),
    maxWaitMs: 10,
    clock,
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  });
  tenant = running;
  running.start();
  return running;
}

it('reports the addresses of the ready line, and passes the data folder to the process', async () => {
  const running = await run(
    `console.log('starting'); console.log('{"ready":false}'); ${readyLine} setInterval(() => {}, 1e6);`,
  );
  const [address] = await running.addresses();
  expect(address?.['id']).toBe('one');
  expect(address?.name).toContain(`--data ${join(folder, 'data')}`);
});

it('restarts a process that died, and reports its new addresses', async () => {
  const running = await run(`${readyLine} setTimeout(() => process.exit(3), 20);`);
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    running.onReady(([address]) => {
      seen.push(address?.baseUrl ?? '');
      if (seen.length === 3) resolve();
    });
  });
  expect(new Set(seen).size).toBe(3);
  expect(reports[0]).toContain('exit code 3');
});

it('backs off if a process does not become ready', async () => {
  await run('process.exit(1);');
  await expect.poll(() => pauses.length).toBeGreaterThan(4);
  expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
});

it('rejects a ready line with an address outside this machine', async () => {
  const running = await run(
    `console.log(JSON.stringify({ ready: true, tenants: [{ id: 'x', name: 'x', baseUrl: 'http://example.com' }] }));
     ${readyLine} setInterval(() => {}, 1e6);`,
  );
  expect((await running.addresses())[0]?.['id']).toBe('one');
});

it('disconnects from the process when its parent exits, even if that was killed', async () => {
  const entry = join(folder, 'program.mjs');
  await writeFile(entry, `process.once('disconnect', () => process.exit()); console.log('here');`);
  const module = new URL('./tenant-process.ts', import.meta.url).href;
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '-e',
      `import { spawnTenant } from ${JSON.stringify(module)};
       const child = spawnTenant(${JSON.stringify(entry)}, ['--data', 'data'], () => {});
       for await (const line of child.lines) console.log(line);`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await once(parent.stdout, 'data');
  // Both processes hold the pipe: it ends when neither is left.
  const allEnded = once(parent.stderr.resume(), 'end');
  parent.kill('SIGKILL');
  await allEnded;
});

it('gives up on a process that keeps exiting, reports it, and starts it on request', async () => {
  const marker = join(folder, 'repaired');
  const running = await run(
    `import { existsSync } from 'node:fs';
     if (!existsSync(${JSON.stringify(marker)})) process.exit(4);
     ${readyLine} setInterval(() => {}, 1e6);`,
  );
  const seen: string[] = [];
  running.onStatus(({ state }) => seen.push(state));
  await expect.poll(() => running.status()).toEqual({ state: 'stopped', reason: 'exit code 4' });
  expect(reports).toHaveLength(8);
  expect(reports[7]).toContain('too often');
  expect(pauses).toHaveLength(7);
  await writeFile(marker, '');
  running.start();
  await expect.poll(() => running.status()).toEqual({ state: 'running' });
  expect(new Set(seen)).toEqual(new Set(['restarting', 'stopped', 'starting', 'running']));
});

it('keeps restarting a process that exits occasionally', async () => {
  let minutes = 0;
  await run(`${readyLine} process.exit(3);`, () => (minutes += 2) * 60_000);
  await expect.poll(() => reports.length).toBeGreaterThan(10);
  expect(reports.join()).not.toContain('too often');
});

it('forwards standard error line by line, and truncates an endless line', async () => {
  await run(`${readyLine} console.error('one'); process.stderr.write('two'.padEnd(9e6, '.') + '\\nlast words');
    process.stderr.write('', () => process.exit(1));`);
  await expect.poll(() => errorLines).toContain('last words');
  expect(errorLines[0]).toBe('one');
  expect(errorLines[1]).toMatch(/^two\.+$/);
  expect(errorLines[1]?.length).toBe(2000);
});

it('kills a process that ignores the stop request', async () => {
  const running = await run(`process.on('SIGTERM', () => {}); ${readyLine} setInterval(() => {}, 1e6);`);
  await running.addresses();
  await running.stop();
  expect(reports).toEqual([]);
});

it('restarts on request, any number of times, without a pause or a report', async () => {
  const running = await run(
    `${readyLine} process.on('disconnect', () => process.exit(7)); setInterval(() => {}, 1e6);`,
  );
  const seen = new Set([JSON.stringify(await running.addresses())]);
  for (let count = 0; count < 10; count += 1) {
    await running.restart();
    expect(running.status()).toEqual({ state: 'running' });
    seen.add(JSON.stringify(await running.addresses()));
  }
  expect(seen.size).toBe(11);
  expect(reports).toEqual([]);
  expect(pauses).toEqual([]);
});

it('does not wait for a process that exits at each start on a requested restart', async () => {
  const broken = join(folder, 'broken');
  const running = await run(
    `import { existsSync } from 'node:fs';
     if (existsSync(${JSON.stringify(broken)})) process.exit(5);
     ${readyLine} process.on('disconnect', () => process.exit()); setInterval(() => {}, 1e6);`,
  );
  await running.addresses();
  await writeFile(broken, '');
  await running.restart();
  expect(reports[0]).toContain('exit code 5');
});
