import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '5', '--events', '0']);
const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));
const folder = join(work, 'acme');
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: join(work, 'state'),
});

interface Compared {
  readonly summary: Record<string, number>;
  readonly items: readonly {
    readonly kind: string;
    readonly name: string;
    readonly change?: string;
    readonly difference?: string;
    readonly changedBy?: string | null;
    readonly parts: readonly { readonly before: string; readonly after: string }[];
  }[];
}

const json = async (...args: string[]) => (await tdeskJson(args, { env: env() })) as Compared;
const code = async (...args: string[]) => (await runTdesk(args, { env: env() })).code;
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@acme.example', ...args]);

beforeAll(async () => {
  await json('pull', folder);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'pull');
});

describe('drift', () => {
  it('exits with 0 for a tenant without changes since the pull', async () => {
    const { summary, items } = await json('drift', folder);
    expect({ summary, items }).toMatchObject({ items: [], summary: { created: 0, changed: 0, deleted: 0 } });
    expect(await code('drift', folder, '--exit-code')).toBe(0);
  });

  it('lists changed, created, and deleted items in the tenant, and who changed them', async () => {
    const edited = join(work, 'edited');
    cpSync(folder, edited, { recursive: true });
    const [app = ''] = readdirSync(join(edited, 'applications'));
    const path = join(edited, 'applications', app, 'script.js');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n// by someone else`);
    rmSync(join(edited, 'webhooks/audit-lake.json'));
    rmSync(join(edited, 'webhooks/audit-lake.ftl'));
    writeFileSync(
      join(edited, 'webhooks/new.json'),
      JSON.stringify({
        name: 'New',
        url: 'https://hooks.example/in',
        eventType: 'SecurityAlert',
        riskLevel: 'High',
      }),
    );
    writeFileSync(join(edited, 'webhooks/new.ftl'), '{}');
    const accept = ['--accept', 'https://hooks.example'];
    await json('apply', edited, '--delete', 'Audit lake', '--max-deletes', '1', ...accept);
    const { summary, items } = await json('drift', folder);
    expect(summary).toMatchObject({ created: 1, changed: 1, deleted: 1, unclear: 0 });
    const [script] = items.filter(({ kind }) => kind === 'script');
    expect(script).toMatchObject({ change: 'changed', changedBy: 'admin@acme.example' });
    expect(script?.parts[0]?.after).toContain('// by someone else');
    expect(script?.parts[0]?.before).not.toContain('// by someone else');
    expect(await code('drift', folder)).toBe(0);
    expect(await code('drift', folder, '--exit-code')).toBe(3);
  });

  it('compares with a git revision of the folder', async () => {
    const before = readFileSync(join(folder, 'origins.json'), 'utf8');
    await json('pull', folder);
    expect(await code('drift', folder, '--exit-code')).toBe(0);
    expect(await code('drift', folder, '--git', 'HEAD', '--exit-code')).toBe(3);
    expect(await code('drift', folder, '--git', 'nowhere')).toBe(2);
    expect(readFileSync(join(folder, 'origins.json'), 'utf8')).toBe(before);
  });
});

describe('diff', () => {
  it('compares folders, a folder with a tenant, and the other way around', async () => {
    const other = join(work, 'other');
    cpSync(folder, other, { recursive: true });
    expect(await code('diff', folder, other, '--exit-code')).toBe(0);
    writeFileSync(
      join(other, 'origins.json'),
      readFileSync(join(other, 'origins.json'), 'utf8').replace('[', '[\n    "new.corp.example",'),
    );
    rmSync(join(other, 'webhooks/new.json'));
    const folders = await json('diff', folder, other);
    expect(folders.summary).toMatchObject({ first: 1, second: 0, different: 1 });
    const withTenant = await json('diff', other, tenant.baseUrl);
    const reversed = await json('diff', tenant.baseUrl, other);
    expect(withTenant.summary).toMatchObject({ first: 0, second: 1, different: 1 });
    expect(reversed.summary).toMatchObject({ first: 1, second: 0, different: 1 });
    expect(await code('diff', other, tenant.baseUrl, '--exit-code')).toBe(3);
  });

  it('rejects an argument that is neither a folder nor a tenant', async () => {
    expect(await runTdesk(['diff', folder, 'nowhere'], { env: env() })).toMatchObject({
      code: 2,
      stdout: '',
    });
  });
});
