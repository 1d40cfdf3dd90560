import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runTdesk, spawnTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '10', '--events', '0']);
const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: join(work, 'state'),
});

interface Applied {
  readonly run: string;
  readonly state: string;
  readonly summary: Record<string, number>;
  readonly accept: readonly { readonly code: string }[];
}

const json = async (...args: string[]) => (await tdeskJson(args, { env: env() })) as Applied;
const run = (args: readonly string[], more: Record<string, string> = {}) =>
  runTdesk(args, { env: { ...env(), ...more } });

function editScripts(folder: string, note: string, count = Number.POSITIVE_INFINITY): number {
  const names = readdirSync(join(folder, 'applications')).slice(0, count);
  for (const name of names) {
    const path = join(folder, 'applications', name, 'script.js');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n// ${note}`);
  }
  return names.length;
}

describe('apply', () => {
  it('saves a receipt as JSON, Markdown and JUnit, and rejects other formats before anything is sent', async () => {
    const folder = join(work, 'receipts');
    await json('pull', folder);
    editScripts(folder, 'receipt', 1);
    expect(await run(['apply', folder, '--receipt', join(work, 'r.docx')])).toMatchObject({ code: 2 });
    const { run: id } = await json('apply', folder, '--receipt', join(work, 'r.json'));
    const receipt = JSON.parse(readFileSync(join(work, 'r.json'), 'utf8')) as Applied;
    expect(receipt).toMatchObject({ schema: 'tdesk/receipt/v1', run: id, summary: { verified: 1 } });
    await json('undo', id);
    await json('apply', folder, '--receipt', join(work, 'r.md'));
    expect(readFileSync(join(work, 'r.md'), 'utf8')).toContain('| verified | Replace script | script |');
    editScripts(folder, 'again', 1);
    await json('apply', folder, '--receipt', join(work, 'r.xml'));
    expect(readFileSync(join(work, 'r.xml'), 'utf8')).toContain('tests="1" failures="0"');
  });

  it('rejects a saved plan after a change of what it read, and merges that with --merge', async () => {
    const folder = join(work, 'merge');
    await json('pull', folder);
    const other = join(work, 'merge-other');
    await json('pull', other);
    editScripts(folder, 'mine', 1);
    const plan = join(work, 'merge.tdplan');
    await json('plan', folder, '--out', plan);
    const origins = join(other, 'origins.json');
    writeFileSync(origins, readFileSync(origins, 'utf8').replace('[', '[\n    "theirs.corp.example",'));
    await json('apply', other);
    expect(await run(['apply', plan])).toMatchObject({ code: 6, stdout: '' });
    expect(await json('apply', plan, '--merge')).toMatchObject({ summary: { verified: 1 } });
    await json('pull', folder);
    expect(readFileSync(join(folder, 'origins.json'), 'utf8')).toContain('theirs.corp.example');
  });

  it('applies a change set only as it was reviewed, merges it with --merge, and rejects other files', async () => {
    const folder = join(work, 'set');
    await json('pull', folder);
    editScripts(folder, 'of the set', 1);
    const set = join(work, 'set.tdchanges');
    await json('plan', folder, '--change-set', set);
    expect(await run(['plan', set, '--out', join(work, 'again.tdplan')])).toMatchObject({ code: 2 });
    const [name = ''] = readdirSync(join(folder, 'applications'));
    const path = join(folder, 'applications', name, 'script.js');
    const edited = readFileSync(path, 'utf8');
    writeFileSync(path, `// of someone else\n${edited.replace('\n// of the set', '')}`);
    await json('apply', folder);
    expect(await run(['apply', set])).toMatchObject({ code: 6, stdout: '' });
    expect(await json('apply', set, '--merge')).toMatchObject({ summary: { verified: 1 } });
    await json('pull', folder);
    expect(readFileSync(path, 'utf8')).toBe(`// of someone else\n${edited}`);
    writeFileSync(set, '[]');
    const rejected = await run(['apply', set]);
    expect(rejected.code).toBe(2);
    expect(rejected.stderr).toContain('set.tdchanges');
  });

  it('stops at Ctrl+C with 7 and how to resume, and resume applies the rest', async () => {
    const folder = join(work, 'stops');
    await json('pull', folder);
    const total = editScripts(folder, 'stop');
    const child = spawnTdesk(['apply', folder, '--json'], { env: env() });
    if (child.stdout === null || child.stderr === null) throw new Error('It has no pipes.');
    const stdout = text(child.stdout);
    const closed = once(child, 'close');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line);
      if (lines.length === 1) child.kill('SIGINT');
    }
    await closed;
    const stopped = JSON.parse(await stdout) as Applied;
    expect({ code: child.exitCode, state: stopped.state }).toEqual({ code: 7, state: 'open' });
    expect(lines.join('\n')).toContain(`tdesk resume ${stopped.run}`);
    expect(stopped.summary['verified']).toBeLessThan(total);
    expect(await json('resume', stopped.run)).toMatchObject({
      state: 'finished',
      summary: { verified: total },
    });
    expect(await json('plan', folder)).toMatchObject({ summary: { update: 0 } });
  });

  it('asks for the name of a production tenant, also to undo', async () => {
    const folder = join(work, 'production');
    await json('pull', folder);
    editScripts(folder, 'production', 1);
    const production = {
      TDESK_ENVIRONMENT: 'production',
      TDESK_TENANT_NAME: 'Acme',
      TDESK_STATE: join(work, 'prod'),
    };
    expect(await run(['apply', folder], production)).toMatchObject({ code: 8, stdout: '' });
    const planned = await run(['plan', folder, '--json'], production);
    const codes = (JSON.parse(planned.stdout) as Applied).accept.flatMap(({ code }) => ['--accept', code]);
    const applied = await run(['apply', folder, '--json', '--confirm', 'Acme', ...codes], production);
    expect(applied.code).toBe(0);
    const { run: id } = JSON.parse(applied.stdout) as Applied;
    expect(await run(['undo', id], production)).toMatchObject({ code: 8, stdout: '' });
    const undone = await run(['undo', id, '--confirm', 'Acme', ...codes], production);
    expect(undone.code).toBe(0);
  });
});
