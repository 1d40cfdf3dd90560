import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '4', '--events', '3000']);
const state = makeTemporaryFolder();
afterAll(() => rmSync(state, { recursive: true }));
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: state,
});
const run = (...args: string[]) => runTdesk(args, { env: env() });
const json = (...args: string[]) => tdeskJson(args, { env: env() });

async function firstValue(text: string): Promise<string> {
  const { stdout } = await run('query', text, '--limit', '1', '-o', 'json');
  const [row] = JSON.parse(stdout) as Record<string, string>[];
  return Object.values(row ?? {})[0] ?? '';
}

describe('query', () => {
  it('prints rows as one document, lines, CSV and a table, and leaves no rows on disk', async () => {
    const text = 'SELECT Username FROM User ORDER BY Username';
    const document = (await json('query', text)) as { rowCount: number; rows: { Username: string }[] };
    expect(document).toMatchObject({ schema: 'tdesk/query/v1', columns: [{ name: 'Username' }] });
    expect(document.rows).toHaveLength(document.rowCount);
    const lines = (await run('query', text, '--ndjson')).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(document.rowCount + 1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ schema: 'tdesk/query/v1' });
    const csv = (await run('query', text, '-o', 'csv')).stdout.trimEnd().split(/\r?\n/);
    expect(csv[0]).toBe('Username');
    expect(csv).toHaveLength(document.rowCount + 1);
    const table = await run('query', text, '--table', '--limit', '2');
    expect(table.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(readdirSync(join(state, 'results'))).toEqual([]);
  });

  it('reads all pages, and saves files by their extension', async () => {
    const all = (await run('query', 'SELECT ID FROM Event', '-o', 'ndjson')).stdout.trimEnd().split('\n');
    expect(all.length).toBeGreaterThanOrEqual(3000);
    const out = join(state, 'events.csv');
    expect(await json('query', 'SELECT ID FROM Event', '--out', out)).toMatchObject({ savedTo: out });
    expect(readFileSync(out, 'utf8').trimEnd().split(/\r?\n/).length).toBe(all.length + 1);
  });

  it('quotes parameters, and says which are missing, unknown or of the wrong type', async () => {
    const file = join(state, 'user.sql');
    writeFileSync(file, 'SELECT Username FROM User WHERE Username = :name');
    const malicious = await json('query', '--file', file, '-p', "name=x' OR 'a' = 'a");
    expect(malicious).toMatchObject({ rowCount: 0 });
    expect(await json('query', '--file', file, '-p', `name=${tenant.username}`)).toMatchObject({
      rowCount: 1,
    });
    const failing = [
      await run('query', '--file', file),
      await run('query', '--file', file, '-p', 'nme=x'),
      await run('query', '--file', file, '-p', 'name:number=x'),
      await run('query', '@nowhere'),
      await run('query', '--file', join(state, 'nothing.sql')),
    ];
    expect(failing.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
      failing.map(() => ({ code: 2, stdout: '' })),
    );
    expect(failing[0]?.stderr).toContain('-p name=…');
    expect(failing[1]?.stderr).toContain('It has name.');
  });

  it('ends with 8 where the tenant rejects it', async () => {
    expect(await run('query', 'DELETE FROM User')).toMatchObject({ code: 8, stdout: '' });
  });
});

describe('procedure', () => {
  it('lists the library, runs one, and rejects wrong arguments', async () => {
    const { procedures } = (await json('procedure')) as { procedures: { id: string }[] };
    expect(procedures.map(({ id }) => id)).toContain('servers-by-type');
    const byName = (await json('procedure', 'servers by type')) as { rowCount: number };
    const byPath = await json('procedure', '/lib/server/get_servers_by_type.js');
    expect(byPath).toMatchObject({ rowCount: byName.rowCount });
    expect(await run('procedure', 'user-devices')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('procedure', 'servers-by-type', '-a', 'x=1')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('procedure', 'nothing like this')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('job', () => {
  it('starts one through a plan, waits for it, and shows it', async () => {
    const computer = await firstValue('SELECT ID FROM Server ORDER BY Name');
    const user = await firstValue('SELECT ID FROM User ORDER BY Username');
    const started = (await json(
      ...['job', 'start', 'assign-computer-role', '--wait'],
      ...['-a', `Computer=${computer}`, '-a', `User=${user}`, '-a', 'Role=Operators'],
      ...['-a', 'RequestedOptions.AssignmentType=permanent'],
    )) as { run: string; job: { id: string; state: string } };
    expect(started).toMatchObject({ schema: 'tdesk/job-start/v1', job: { state: 'succeeded' } });
    const { runs } = (await json('history')) as { runs: { run: string }[] };
    expect(runs.map((each) => each.run)).toContain(started.run);
    expect(await json('job', 'show', started.job.id)).toMatchObject({ job: { state: 'succeeded' } });
    const { jobs } = (await json('job', 'list')) as { jobs: { id: string }[] };
    expect(jobs.map(({ id }) => id)).toContain(started.job.id);
    expect((await run('job', 'show', 'nothing')).stdout).toBe('');
  });
});
