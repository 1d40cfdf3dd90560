import { describe, expect, it } from 'vitest';
import { readEntities } from '../../main/applications/metadata/read-entities.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();

interface Added {
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Adds one of the catalog, with these members, past the desk. */
async function add(templateId: string, members: Readonly<Record<string, unknown>> = {}): Promise<Added> {
  const answer = await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: templateId });
  const [{ _RowKey: id }] = answer as [{ readonly _RowKey: string }];
  await on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members });
  const record = await on.tenant.manage('/SaasManage/GetApplication', { _RowKey: id });
  return { id, record: record as Added['record'] };
}

const addressOf = (id: string): string =>
  `${on.tenant.baseUrl}/saasManage/DownloadSAMLMetadataForApp?appkey=${encodeURIComponent(id)}`;

describe('the metadata of the tenant for a SAML application', () => {
  it('name the sign-in address of the application as its record has it, to whoever asks', async () => {
    const { id, record } = await add('Generic SAML', {
      Issuer: 'https://idp.example/a?b=1&c="<2>"',
      NameIDFormat: 'persistent',
    });
    expect(record['IdpMetadataUrl']).toBe(addressOf(id));
    const json = { 'content-type': 'application/json' };
    const answers = await Promise.all([
      fetch(addressOf(id)),
      fetch(addressOf(id), { method: 'POST' }),
      fetch(addressOf(id), { method: 'POST', headers: json, body: '{' }),
      fetch(addressOf(id).replace('appkey', 'AppKey').replace('saasManage', 'SAASMANAGE')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[0].headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
    const [text = '', ...others] = await Promise.all(answers.map((answer) => answer.text()));
    expect(others).toEqual([text, text, text]);
    expect(readEntities(text)).toMatchObject([
      { entityId: 'https://idp.example/a?b=1&c="<2>"', isIdentityProvider: true, certificates: [] },
    ]);
    for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
      expect(text).toContain(
        `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${String(record['SignInUrl'])}"/>`,
      );
    expect(text).toContain(
      '<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>',
    );
  });

  it.each(['constructor', '__proto__', 'a & <b>'])(
    'are whole with the name ID format %j',
    async (NameIDFormat) => {
      const { id } = await add('Generic SAML', { NameIDFormat });
      const answer = await fetch(addressOf(id));
      expect(answer.status).toBe(200);
      expect(readEntities(await answer.text())).toMatchObject([{ isIdentityProvider: true }]);
    },
  );

  it('let the desk say that the tenant signs nothing for it', async () => {
    const { id } = await add('Generic SAML');
    const { tenantId, call } = on.colleague;
    expect(await call('applications.certificate', { tenantId, id })).toEqual({
      state: 'none',
      reason: 'The tenant signs nothing for this application.',
    });
  });

  it('are there for no other kind and no unknown application', async () => {
    const ids = [(await add('Generic OpenID Connect')).id, (await add('Generic Bookmark')).id, 'gone', ''];
    const answers = await Promise.all(ids.map((id) => fetch(addressOf(id))));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const twice = await fetch(`${addressOf('gone')}&appkey=gone`);
    expect(twice.status).toBe(404);
  });
});
