import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callManagement, nodeBinary, startTenant, tenantEntry } from './tenant-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function runToEnd(args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = spawn(nodeBinary, [tenantEntry, ...args]);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, stdout, stderr };
}

describe('the tenant command', () => {
  it('opens two named tenants, prints one line, and ends cleanly on request', async () => {
    const running = await startTenant({ args: ['--data', folder] });
    expect(running.tenants.map((tenant) => tenant.name)).toEqual(['Sandbox Staging', 'Sandbox Production']);
    for (const tenant of running.tenants) {
      expect(tenant.issuer).toBe(tenant.baseUrl);
      expect(tenant.analyticsUrl).toBe(`${tenant.baseUrl}/analytics/services/v1.0`);
      expect(tenant.clientId).toBe('tenant-desk');
      expect(tenant.accessToken).toBeUndefined();
      const discovery = (await (await fetch(`${tenant.issuer}/.well-known/openid-configuration`)).json()) as {
        issuer: string;
      };
      expect(discovery.issuer).toBe(tenant.issuer);
    }
    expect(await running.stop()).toBe(0);
  });

  it('has the same URLs and all writes after a restart', async () => {
    const first = await startTenant({ args: ['--data', folder, '--admin-token'] });
    const { envelope } = await callManagement(first.tenants[0], '/SaasManage/ImportAppFromTemplate', {
      ID: 'Generic SAML',
    });
    await first.stop();
    const second = await startTenant({ args: ['--data', folder] });
    try {
      expect(second.tenants.map((tenant) => tenant.baseUrl)).toEqual(
        first.tenants.map((tenant) => tenant.baseUrl),
      );
      const [{ _RowKey }] = envelope.Result as [{ _RowKey: string }];
      // The token of the first run still counts: tokens are stored.
      const again = await callManagement(
        { ...second.tenants[0], accessToken: first.tenants[0].accessToken ?? '' },
        '/SaasManage/GetApplication',
        { _RowKey },
      );
      expect(again.envelope.success).toBe(true);
    } finally {
      await second.stop();
    }
  });

  it('separates the tenants of one installation', async () => {
    const running = await startTenant({ args: ['--data', folder, '--admin-token'] });
    try {
      const [staging, production] = running.tenants;
      if (production === undefined) throw new Error('There is no second tenant.');
      const foreign = await callManagement(
        { ...production, accessToken: staging.accessToken ?? '' },
        '/TenantConfig/GetCustomerConfig',
      );
      expect(foreign.status).toBe(401);
    } finally {
      await running.stop();
    }
  });

  it('prints nothing after its line for any request', async () => {
    const running = await startTenant({ args: ['--data', folder, '--tenants', '1'] });
    const later: string[] = [];
    running.process.stdout?.on('data', (text: string) => later.push(text));
    const [{ baseUrl, password }] = running.tenants;
    const asServiceUser = (name: string, path: string, form: Record<string, string>): Promise<Response> =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${encodeURIComponent(name)}:${password}`)}` },
        body: new URLSearchParams(form),
      });
    try {
      const form = { grant_type: 'client_credentials', scope: 'management' };
      const response = await asServiceUser('svc-1@acme.example', '/token', form);
      const { access_token: token } = (await response.json()) as { access_token: string };
      const foreign = await asServiceUser('svc-2@acme.example', '/oauth2/revoke', { token });
      expect([response.status, foreign.status]).toEqual([200, 400]);
      expect(await fetch(`${baseUrl}/authorize?request=x`).then(({ status }) => status)).toBe(400);
    } finally {
      await running.stop();
    }
    expect(later).toEqual([]);
  });

  it('removes a borrowed data folder at the end', async () => {
    const running = await startTenant({
      args: ['--tenants', '1', '--apps', '0', '--events', '0'],
      env: { TMPDIR: folder },
    });
    const borrowed = (): string[] => readdirSync(folder).filter((name) => /^tenant-/.test(name));
    expect(borrowed()).toHaveLength(1);
    expect(existsSync(join(folder, borrowed()[0] ?? '', 'sandbox-staging', 'tenant.db'))).toBe(true);
    await running.stop();
    expect(borrowed()).toEqual([]);
  });

  it('grows a tenant that was seeded smaller, without losing data', async () => {
    const small = await startTenant({
      args: ['--data', folder, '--tenants', '1', '--apps', '5', '--events', '10'],
    });
    await small.stop();
    const grown = await startTenant({
      args: ['--data', folder, '--tenants', '1', '--apps', '300', '--events', '30', '--admin-token'],
    });
    try {
      const { envelope } = await callManagement(grown.tenants[0], '/redrock/query', {
        Script:
          'select (select count(*) from Application) as apps, (select count(*) from Event) as events from Role limit 1',
      });
      expect(envelope.Result).toMatchObject({ Results: [{ Row: { apps: 300, events: 30 } }] });
    } finally {
      await grown.stop();
    }
  });

  it('ends with code 2 and one line for wrong arguments', async () => {
    for (const args of [
      ['--port', 'x'],
      ['--tenants', '0'],
      ['--nothing'],
      ['--events', '-1'],
      ['--smtp', 'nowhere'],
      ['extra'],
    ]) {
      const { code, stdout, stderr } = await runToEnd(args);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('reports which port is in use', async () => {
    const running = await startTenant({ args: ['--tenants', '1'] });
    try {
      const { port } = new URL(running.tenants[0].baseUrl);
      const { code, stderr } = await runToEnd(['--tenants', '1', '--port', port]);
      expect(code).toBe(1);
      expect(stderr).toContain(port);
    } finally {
      await running.stop();
    }
  });

  it('ends when the parent that holds its channel goes away', async () => {
    const child = spawn(nodeBinary, [tenantEntry, '--tenants', '1'], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await once(child.stdout ?? child, 'data');
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });
});
