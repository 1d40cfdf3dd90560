import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import canonicalize from 'canonicalize';
import type { RuleRecord } from '../../tenant/rules/rule-record.ts';
import { SECURITY_HEADERS } from '../../tenant/http/security-headers.ts';
import { createKeyRing, jsonOf, startAnalyticsTenant, type AnalyticsTenant } from './analytics-tenant.ts';

interface ExportFile {
  ruleActions: {
    tenantId: string;
    policyId: string;
    name: string;
    rule: { filterType: string; filterMetaData: { event_type: string } };
    actions: {
      actionType: string;
      actionMetaData: {
        headers: string;
        method: string;
        content_type: string;
        request_body: string;
        url: string;
      };
      providerMetaData: { risk_level?: string };
    }[];
    createdBy: string;
    updatedBy: string;
  }[];
  version: string;
  signature: string;
}

const DEFINITION = {
  name: 'Alerts to chat',
  description: 'Posts to the channel',
  url: 'https://hooks.chat.example/services/1',
  method: 'POST',
  content_type: 'application/json',
  headers: 'X-Team: identity',
  request_body: '{"text": "${event.user_name?json_string} ✓"}',
  enabled: true,
  event_type: 'SecurityAlert',
  risk_level: 'High',
};

describe('analytics export and import files', () => {
  const ring = createKeyRing('staging', 'production');
  let staging: AnalyticsTenant;
  let production: AnalyticsTenant;

  beforeAll(async () => {
    [staging, production] = await Promise.all([
      startAnalyticsTenant({ id: 'sandbox-staging', installation: ring.keysOf('staging') }),
      startAnalyticsTenant({ id: 'sandbox-production', installation: ring.keysOf('production') }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([staging.stop(), production.stop()]);
  });
  beforeEach(async () => {
    staging.delivery.rules.clear();
    production.delivery.rules.clear();
    await staging.json('POST', '/rules/webhook', DEFINITION);
  });

  const list = (tenant: AnalyticsTenant) => jsonOf<RuleRecord[]>(tenant.call('GET', '/rules'));

  async function exportRules(options = { export_url: true, export_header: true }): Promise<Response> {
    const ids = (await list(staging)).map((record) => record.policy_id);
    return staging.json('POST', '/file/export/rules/webhook/chat hooks', { policy_ids: ids, ...options });
  }

  function importText(
    text: string,
    part: { field?: string; filename?: string; type?: string } = {},
  ): Promise<Response> {
    const form = new FormData();
    const file = new Blob([text], { type: part.type ?? 'application/json' });
    form.append(part.field ?? 'file', file, part.filename ?? 'hooks.json');
    return production.call('POST', '/file/import/rules/webhook', { body: form });
  }

  const edited = async (edit: (file: ExportFile) => void): Promise<string> => {
    const file = await jsonOf<ExportFile>(exportRules());
    edit(file);
    return JSON.stringify(file);
  };

  it('exports with the documented attachment headers and file shape', async () => {
    const response = await exportRules();
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="chat hooks.json"');
    expect(response.headers.get('content-type')).toBe('multipart/form-data');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('x-frame-options')).toBe(SECURITY_HEADERS['x-frame-options']);
    const [record] = await list(staging);
    expect(JSON.parse(bytes.toString('utf8'))).toEqual({
      ruleActions: [
        {
          tenantId: 'sandbox-staging',
          policyId: record?.policy_id,
          name: 'Alerts to chat',
          description: 'Posts to the channel',
          rule: {
            filterType: expect.stringMatching(/\.EventTypeFilter$/),
            filterMetaData: { event_type: 'SecurityAlert' },
          },
          actions: [
            {
              actionType: 'webhook',
              actionMetaData: {
                headers: DEFINITION.headers,
                method: 'POST',
                content_type: 'application/json',
                request_body: DEFINITION.request_body,
                url: DEFINITION.url,
              },
              providerMetaData: { risk_level: 'High' },
            },
          ],
          createdBy: 'admin@acme.example',
          updatedBy: 'admin@acme.example',
        },
      ],
      version: '0.9',
      signature: expect.stringMatching(/^ed25519:staging:[A-Za-z0-9+/]{86}==$/),
    });
  });

  it('signs the canonical JSON of the file without its signature', async () => {
    const { signature, ...unsigned } = await jsonOf<ExportFile>(exportRules());
    const bytes = Buffer.from(canonicalize(unsigned) ?? '');
    const value = Buffer.from(signature.split(':')[2] ?? '', 'base64');
    expect(ring.keysOf('production').verify('staging', bytes, value)).toBe(true);
  });

  it('moves a rule into another tenant of the installation, with a new identifier', async () => {
    const response = await importText(await (await exportRules()).text());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('0');
    expect(await response.text()).toBe('');
    const [source] = await list(staging);
    const [target] = await list(production);
    expect(target?.actions).toEqual(source?.actions);
    expect(target).toMatchObject({
      tenant_id: 'sandbox-production',
      name: 'Alerts to chat',
      description: 'Posts to the channel',
      status: 0,
    });
    expect(target?.policy_id).not.toBe(source?.policy_id);
  });

  it('excludes URLs and headers unless they are requested', async () => {
    const bare = await jsonOf<ExportFile>(exportRules({ export_url: false, export_header: false }));
    expect(bare.ruleActions[0]?.actions[0]?.actionMetaData).toMatchObject({ url: '', headers: '' });
    const withUrl = await jsonOf<ExportFile>(exportRules({ export_url: true, export_header: false }));
    expect(withUrl.ruleActions[0]?.actions[0]?.actionMetaData).toMatchObject({
      url: DEFINITION.url,
      headers: '',
    });
    const withHeader = await jsonOf<ExportFile>(exportRules({ export_url: false, export_header: true }));
    expect(withHeader.ruleActions[0]?.actions[0]?.actionMetaData).toMatchObject({
      url: '',
      headers: DEFINITION.headers,
    });
  });

  it('imports a rule without a URL as disabled, and rejects enabling it', async () => {
    await importText(await (await exportRules({ export_url: false, export_header: true })).text());
    const [record] = await list(production);
    expect(record?.status).toBe(1);
    const response = await production.call('POST', `/rules/${record?.policy_id}/status`, { body: 'true' });
    expect(response.status).toBe(409);
    expect((await list(production))[0]?.status).toBe(1);
  });

  it('keeps a file importable when only its layout changed', async () => {
    expect((await importText(await edited(() => undefined))).status).toBe(200);
  });

  const invalidFiles: [string, (file: ExportFile) => void, string][] = [
    ['an edited payload', (file) => setBody(file, '{}'), 'signature_refused'],
    ['another name', (file) => rename(file, 'Renamed'), 'signature_refused'],
    ['a key that nobody knows', (file) => resign(file, 'ed25519:stranger:'), 'signature_refused'],
    [
      'a signature by another trusted key',
      (file) => resign(file, 'ed25519:production:'),
      'signature_refused',
    ],
    [
      'a signature of another scheme',
      (file) => Object.assign(file, { signature: 'sha1:x:y' }),
      'signature_refused',
    ],
    ['an empty signature', (file) => Object.assign(file, { signature: '' }), 'signature_refused'],
    ['no signature', (file) => Reflect.deleteProperty(file, 'signature'), 'signature_refused'],
    ['a member added inside', (file) => Object.assign(file, { extra: 1 }), 'signature_refused'],
  ];
  it.each(invalidFiles)('rejects a file with %s and changes nothing', async (_what, edit, code) => {
    const response = await importText(await edited(edit));
    expect(response.status).toBe(400);
    expect((await jsonOf<{ error: string }>(response)).error).toBe(code);
    expect(await list(production)).toEqual([]);
  });

  const badFiles: [string, (file: ExportFile) => void][] = [
    ['another version', (file) => Object.assign(file, { version: '9.9' })],
    ['no rules', (file) => Object.assign(file, { ruleActions: [] })],
    ['a rule without webhook', (file) => file.ruleActions[0]?.actions.pop()],
    ['a bad address in its second rule', (file) => addSecond(file, { url: 'javascript:1' })],
    ['split headers in its second rule', (file) => addSecond(file, { headers: 'X-A: b\r\n\r\n' })],
  ];
  it.each(badFiles)('rejects a correctly signed file with %s completely', async (_what, edit) => {
    const file: Partial<ExportFile> & { ruleActions?: ExportFile['ruleActions'] } = JSON.parse(
      await edited(edit),
    );
    delete file.signature;
    const value = ring.keysOf('staging').sign(Buffer.from(canonicalize(file) ?? ''));
    const signature = `ed25519:staging:${Buffer.from(value).toString('base64')}`;
    const response = await importText(JSON.stringify({ ...file, signature }));
    expect(response.status).toBe(400);
    expect((await jsonOf<{ error: string }>(response)).error).toBe('invalid_export_file');
    expect(await list(production)).toEqual([]);
  });

  it('rejects anything but an export file with a typed error', async () => {
    const good = await (await exportRules()).text();
    const rejected: [Response, number, string][] = [
      [await importText('not json'), 400, 'invalid_json'],
      [await importText(''), 400, 'invalid_json'],
      [await importText('[]'), 400, 'invalid_export_file'],
      [await importText('{"x": 1e999, "signature": "ed25519:staging:AA=="}'), 400, 'invalid_export_file'],
      [await importText(good, { field: 'other' }), 400, 'invalid_request'],
      [await importText(good, { filename: 'hooks.txt' }), 400, 'invalid_request'],
      [await importText(good, { type: 'text/plain' }), 400, 'invalid_request'],
      [await production.json('POST', '/file/import/rules/webhook', {}), 415, 'unsupported_media_type'],
      [
        await production.call('POST', '/file/import/rules/webhook', {
          body: 'no boundary here',
          headers: { 'content-type': 'multipart/form-data' },
        }),
        400,
        'invalid_request',
      ],
      [
        await production.call('POST', '/file/import/rules/webhook', {
          body: '--b\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n{"cut',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        }),
        400,
        'invalid_request',
      ],
    ];
    for (const [response, status, code] of rejected) {
      const body = await jsonOf<{ error: string; message: string }>(response);
      expect([response.status, body.error], body.message).toEqual([status, code]);
    }
    expect(await list(production)).toEqual([]);
  });

  it('rejects a file over 50 MB with 413', async () => {
    const response = await importText(`"${'x'.repeat(50 * 1024 * 1024)}"`);
    expect(response.status).toBe(413);
    expect((await jsonOf<{ error: string }>(response)).error).toBe('too_large');
  });

  it('rejects invalid export requests and writes no file', async () => {
    const good = { policy_ids: [(await list(staging))[0]?.policy_id], export_url: true, export_header: true };
    const ask = (name: string, body: unknown) =>
      staging.json('POST', `/file/export/rules/webhook/${encodeURIComponent(name)}`, body);
    const rejected: [Response, number][] = [
      [await ask('hooks', { ...good, policy_ids: ['none'] }), 404],
      [await ask('hooks', { ...good, policy_ids: [] }), 400],
      [await ask('hooks', { ...good, policy_ids: 'all' }), 400],
      [await ask('hooks', { ...good, export_url: 'yes' }), 400],
      [await ask('hooks', { policy_ids: good.policy_ids }), 400],
      [await ask('../etc/passwd', good), 400],
      [await ask('a"; filename="b', good), 400],
      [await ask('a\r\nX-Injected: b', good), 400],
    ];
    for (const [response, status] of rejected) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(response.headers.get('x-injected')).toBeNull();
    }
  });
});

function setBody(file: ExportFile, body: string): void {
  const action = file.ruleActions[0]?.actions[0];
  if (action !== undefined) action.actionMetaData.request_body = body;
}

function rename(file: ExportFile, name: string): void {
  const rule = file.ruleActions[0];
  if (rule !== undefined) rule.name = name;
}

function resign(file: ExportFile, prefix: string): void {
  file.signature = prefix + (file.signature.split(':')[2] ?? '');
}

function addSecond(file: ExportFile, changes: Record<string, string>): void {
  const second = structuredClone(file.ruleActions[0]);
  if (second === undefined) return;
  Object.assign(second.actions[0]?.actionMetaData ?? {}, changes);
  file.ruleActions.push(second);
}
