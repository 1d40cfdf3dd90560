import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { runTdesk, spawnTdesk } from '../../builders/run-tdesk.ts';
import { useTenant } from '../../builders/use-tenant.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const tenant = useTenant(() => ['--apps', '4', '--events', '50']);
const work = makeTemporaryFolder();
afterAll(() => rmSync(work, { recursive: true }));
const env = () => ({
  TDESK_TENANT_URL: tenant.baseUrl,
  TDESK_ANALYTICS_URL: tenant.analyticsUrl,
  TDESK_TOKEN: tenant.accessToken,
  TDESK_STATE: join(work, 'state'),
});

/** The lines of a stream, one after the other. */
function linesOf(stream: ChildProcess['stdout']): () => Promise<string> {
  if (stream === null) throw new Error('It has no pipe.');
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value ?? '');
}

async function stopped(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close');
  child.kill('SIGINT');
  await closed;
  return child.exitCode;
}

describe('events tail', () => {
  it('prints past events once, and new ones as they are recorded', async () => {
    const past = await runTdesk(['events', 'tail', '--since', '365d', '--once'], { env: env() });
    expect(past.code).toBe(0);
    const lines = past.stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(50);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      schema: 'tdesk/event/v1',
      type: expect.any(String) as string,
    });
    const child = spawnTdesk(['events', 'tail', '--interval', '1s', '--type', 'Cloud.Saas*'], { env: env() });
    const [line, note] = [linesOf(child.stdout), linesOf(child.stderr)];
    expect(await note()).toContain('Reading the events');
    const id = await tenant.addApplication('SlackSAML');
    expect(JSON.parse(await line())).toMatchObject({ entityId: id });
    expect(await stopped(child)).toBe(0);
  });
});

describe('webhooks listen', () => {
  it('prints requests without their credentials, and forwards them to a local program', async () => {
    const seen: string[] = [];
    const program = createServer((request, response) => {
      seen.push(`${request.method} ${request.headers.authorization ?? ''}`);
      response.writeHead(418).end();
    });
    program.listen(0, '127.0.0.1');
    await once(program, 'listening');
    onTestFinished(() => void program.close());
    const { port } = program.address() as AddressInfo;
    const child = spawnTdesk(['webhooks', 'listen', '--forward', `http://127.0.0.1:${port}`]);
    const [line, note] = [linesOf(child.stdout), linesOf(child.stderr)];
    const [url = ''] = /http:\S+\//.exec(await note()) ?? [];
    const secret = 'canary-91b3';
    const init = { method: 'POST', body: '{"a":1}', headers: { authorization: `Bearer ${secret}` } };
    expect((await fetch(url, init)).status).toBe(418);
    const printed = await line();
    expect(JSON.parse(printed)).toMatchObject({ method: 'POST', body: '{"a":1}', status: 418, error: null });
    expect(printed).not.toContain(secret);
    expect(seen).toEqual([`POST Bearer ${secret}`]);
    expect(await stopped(child)).toBe(0);
  });

  it('forwards to this machine only', async () => {
    const args = ['webhooks', 'listen', '--forward', 'http://hooks.example'];
    expect(await runTdesk(args)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('sandbox start', () => {
  it('runs a tenant that commands use with the variables it saved, and removes them at the end', async () => {
    const saved = join(work, 'sandbox.env');
    const child = spawnTdesk(['sandbox', 'start', '--apps', '2', '--events', '0', '--save-env', saved]);
    const note = linesOf(child.stderr);
    expect(await note()).toContain(saved);
    expect(statSync(saved).mode & 0o077).toBe(0);
    const variables = Object.fromEntries(
      readFileSync(saved, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const listed = await runTdesk(['apps', 'list'], {
      env: { ...variables, TDESK_STATE: join(work, 'sandbox') },
    });
    expect(listed.code).toBe(0);
    expect(await stopped(child)).toBe(0);
    expect(existsSync(saved)).toBe(false);
    expect(String(child.stdout?.read() ?? '')).not.toContain(variables['TDESK_TOKEN']);
  });
});
