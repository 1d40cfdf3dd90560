import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import { nodeBinary } from '../tenant-process.ts';

const tenant = useTenant(() => ['--apps', '4', '--events', '0']);
const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));
const root = fileURLToPath(new URL('../../../', import.meta.url));
const summary = join(work, 'summary.md');

interface Workflow {
  readonly jobs: Record<
    string,
    { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }
  >;
}

const [, example = ''] =
  /```yaml\n(name: identity\n.*?)```/s.exec(readFileSync(`${root}docs/automation.md`, 'utf8')) ?? [];
const steps = Object.values((parse(example) as Workflow).jobs).flatMap((job) => job.steps);

/** Runs a script as a workflow does. */
async function shell(script: string): Promise<{ code: number; stderr: string }> {
  const env = {
    PATH: `${join(work, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: work,
    GITHUB_STEP_SUMMARY: summary,
    TDESK_TENANT_URL: tenant.baseUrl,
    TDESK_ANALYTICS_URL: tenant.analyticsUrl,
    TDESK_TOKEN: tenant.accessToken,
    TDESK_STATE: join(work, 'state'),
  };
  try {
    const { stderr } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: work, env });
    return { code: 0, stderr };
  } catch (error) {
    const failed = error as { readonly code: number; readonly stderr: string };
    return { code: failed.code, stderr: failed.stderr };
  }
}

async function step(name: string): Promise<{ code: number; stderr: string }> {
  const script = steps.find((each) => each.name === name)?.run;
  if (script === undefined) throw new Error(`The example has no step ${name}.`);
  return await shell(script);
}

beforeAll(async () => {
  mkdirSync(join(work, 'bin'));
  const command = join(work, 'bin/tdesk');
  writeFileSync(command, `#!/bin/sh\nexec "${nodeBinary}" "${root}tools/tdesk.js" "$@"\n`);
  chmodSync(command, 0o755);
  expect(await shell('tdesk pull acme/')).toMatchObject({ code: 0 });
});

describe('the GitHub Actions example', () => {
  it('fails a pull request whose template breaks, and writes the plan to the step summary', async () => {
    for (const name of readdirSync(join(work, 'acme/webhooks')).filter((each) => each.endsWith('.ftl'))) {
      writeFileSync(join(work, 'acme/webhooks', name), '{ "user": "${(event.user_name!"")?json_string}" }');
    }
    expect(await step('test')).toMatchObject({ code: 0 });
    expect(readFileSync(join(work, 'templates.xml'), 'utf8')).toContain('failures="0"');
    expect(await step('plan')).toMatchObject({ code: 0 });
    expect(readFileSync(summary, 'utf8')).toContain('Slack: risky sign-ins');
    const path = join(work, 'acme/webhooks/slack-risky-sign-ins.ftl');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, '{ "user": "${event.user_name}" }');
    expect(await step('test')).toMatchObject({ code: 9 });
    writeFileSync(path, before);
  });

  it('reports drift until the plan is applied, and applies it after the merge', async () => {
    expect(await step('drift')).toMatchObject({ code: 3 });
    expect(await step('apply')).toMatchObject({ code: 0 });
    expect(readFileSync(summary, 'utf8')).toMatch(/\d+ verified/);
    expect(await step('drift')).toMatchObject({ code: 0 });
  });
});
