import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEntities } from '../../main/tenants/saml-metadata/read-entities.ts';
import { useDesk } from '../builders/use-desk.ts';
import { createAuthority } from '../fakes/certificate.ts';

const on = useDesk();

interface Added {
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Adds one from the catalog with these members, outside Tenant Desk. */
async function add(templateId: string, members: Readonly<Record<string, unknown>> = {}): Promise<Added> {
  const response = await on.tenant.manage('/SaasManage/ImportAppFromTemplate', { ID: templateId });
  const [{ _RowKey: id }] = response as [{ readonly _RowKey: string }];
  await on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members });
  const record = await on.tenant.manage('/SaasManage/GetApplication', { _RowKey: id });
  return { id, record: record as Added['record'] };
}

const metadataWith = (pem: string): string => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${pem.replaceAll(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/in"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

const addressOf = (id: string): string =>
  `${on.tenant.baseUrl}/saasManage/DownloadSAMLMetadataForApp?appkey=${encodeURIComponent(id)}`;

describe('the metadata of the tenant for a SAML application', () => {
  it('contain the sign-in URL of the application’s record, for any client', async () => {
    const { id, record } = await add('Generic SAML', {
      Issuer: 'https://idp.example/a?b=1&c="<2>"',
      NameIDFormat: 'persistent',
    });
    expect(record['IdpMetadataUrl']).toBe(addressOf(id));
    const json = { 'content-type': 'application/json' };
    const responses = await Promise.all([
      fetch(addressOf(id)),
      fetch(addressOf(id), { method: 'POST' }),
      fetch(addressOf(id), { method: 'POST', headers: json, body: '{' }),
      fetch(addressOf(id).replace('appkey', 'AppKey').replace('saasManage', 'SAASMANAGE')),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses[0].headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
    const [text = '', ...others] = await Promise.all(responses.map((response) => response.text()));
    expect(others).toEqual([text, text, text]);
    expect(readEntities(text)).toMatchObject([
      {
        entityId: 'https://idp.example/a?b=1&c="<2>"',
        roles: [{ kind: 'identity-provider', certificates: [{ use: 'signing' }] }],
      },
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
    'are complete with the name ID format %j',
    async (NameIDFormat) => {
      const { id } = await add('Generic SAML', { NameIDFormat });
      const response = await fetch(addressOf(id));
      expect(response.status).toBe(200);
      expect(readEntities(await response.text())).toMatchObject([{ roles: [{ kind: 'identity-provider' }] }]);
    },
  );

  it('have the certificate that the record names by its thumbprint, and no single logout', async () => {
    const { id, record } = await add('Generic SAML');
    const text = await (await fetch(addressOf(id))).text();
    const [entity] = readEntities(text);
    const certificate = new X509Certificate(
      Buffer.from(entity?.roles[0]?.certificates[0]?.data ?? '', 'base64'),
    );
    expect(record['Thumbprint']).toBe(certificate.fingerprint.replaceAll(':', ''));
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now());
    expect(text).not.toContain('SingleLogoutService');
    const { tenantId, call } = on.colleague;
    expect(await call('applications.certificate', { tenantId, id })).toMatchObject({
      state: 'read',
      hasMetadata: true,
    });
  });

  it('of another tenant that signs nothing are reported as unsigned', async () => {
    const { id } = await add('Generic SAML', { IdpMetadataUrl: `${on.network.baseUrl}/unsigned.xml` });
    const body = metadataWith('').replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, '');
    on.network.setFaults(({ path }) =>
      path === '/unsigned.xml' ? { kind: 'answer', status: 200, body } : { kind: 'pass' },
    );
    const { tenantId, call } = on.desk;
    expect(await call('applications.certificate', { tenantId, id })).toEqual({
      state: 'none',
      hasMetadata: true,
      reason: 'The tenant doesn’t sign anything for this application.',
    });
  });

  it('are not advertised for WS-Federation, which the tenant does not speak', async () => {
    const { id, record } = await add('Generic WS-Fed');
    const addresses = ['IdpMetadataUrl', 'SignInUrl', 'SignOutUrl', 'ErrorUrl', 'Thumbprint'];
    expect(addresses.map((name) => record[name])).toEqual(addresses.map(() => null));
    expect((await fetch(addressOf(id))).status).toBe(404);
    expect((await fetch(`${on.tenant.baseUrl}/applogin/appKey/${id}`)).status).toBe(404);
  });

  it('are saved to a file byte by byte, named for the application', async () => {
    const { id, record } = await add('Generic SAML', { Name: 'Pay/roll: "EU"' });
    const { tenantId, call, host } = on.colleague;
    expect(await call('applications.saveMetadata', { tenantId, id })).toEqual({
      fileName: 'Pay roll EU metadata.xml',
    });
    const downloaded = await fetch(String(record['IdpMetadataUrl']));
    expect(host.saved.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([await downloaded.text()]);
  });

  it('of a tenant that signs give its certificate as a PEM file', async () => {
    const { certificate } = createAuthority();
    const metadataUrl = `${on.network.baseUrl}/saml.xml`;
    const { id } = await add('Generic SAML', { Name: 'Signed', IdpMetadataUrl: metadataUrl });
    on.network.setFaults(({ path }) =>
      path === '/saml.xml'
        ? { kind: 'answer', status: 200, body: metadataWith(certificate) }
        : { kind: 'pass' },
    );
    const { tenantId, call, host } = on.desk;
    const reading = await call('applications.certificate', { tenantId, id });
    expect(reading).toMatchObject({ state: 'read', hasMetadata: true });
    expect(reading).not.toHaveProperty('readAt');
    expect(await call('applications.saveCertificate', { tenantId, id })).toEqual({
      fileName: 'Signed certificate.pem',
    });
    const [saved] = host.saved;
    const bytes = saved?.bytes ?? new Uint8Array();
    expect(new X509Certificate(bytes).raw.equals(new X509Certificate(certificate).raw)).toBe(true);
  });

  it('leave their certificate readable, with its age, while the tenant is unreachable', async () => {
    const { certificate } = createAuthority();
    const { id } = await add('Generic SAML', { IdpMetadataUrl: `${on.network.baseUrl}/saml.xml` });
    const { tenantId, call } = on.desk;
    on.network.setFaults(() => ({ kind: 'lose-request' }));
    await expect(call('applications.certificate', { tenantId, id })).rejects.toThrow();
    on.network.setFaults(({ path }) =>
      path === '/saml.xml'
        ? { kind: 'answer', status: 200, body: metadataWith(certificate) }
        : { kind: 'pass' },
    );
    const reading = await call('applications.certificate', { tenantId, id });
    for (const isDown of [(path: string) => path === '/saml.xml', () => true]) {
      on.network.setFaults(({ path }) => (isDown(path) ? { kind: 'lose-request' } : { kind: 'pass' }));
      expect(await call('applications.certificate', { tenantId, id })).toEqual({
        ...reading,
        readAt: expect.any(Number),
      });
    }
  });

  it('are synced with a tenant that is available offline, even if they were never opened', async () => {
    const { certificate } = createAuthority();
    const { id } = await add('Generic SAML', { IdpMetadataUrl: `${on.network.baseUrl}/saml.xml` });
    const { tenantId, call } = on.desk;
    on.network.setFaults(({ path }) =>
      path === '/saml.xml'
        ? { kind: 'answer', status: 200, body: metadataWith(certificate) }
        : { kind: 'pass' },
    );
    await call('offline.keep', { tenantId });
    const offlineStatus = async () =>
      (await call('offline.list', undefined)).find((one) => one.tenantId === tenantId);
    await expect.poll(async () => (await offlineStatus())?.isRunning, { timeout: 60_000 }).toBe(false);
    expect((await offlineStatus())?.kinds.find(({ kind }) => kind === 'certificates')).toMatchObject({
      failed: 0,
    });
    on.network.setFaults(() => ({ kind: 'lose-request' }));
    expect(await call('applications.certificate', { tenantId, id })).toMatchObject({
      state: 'read',
      readAt: expect.any(Number),
    });
    on.network.setFaults(() => ({ kind: 'pass' }));
    await call('offline.leave', { tenantId, forgets: true });
  });

  it('that a record names and the tenant does not have are reported as missing, and nothing is saved', async () => {
    const { id } = await add('Generic SAML', { IdpMetadataUrl: addressOf('gone') });
    const { tenantId, call, host } = on.colleague;
    expect(await call('applications.certificate', { tenantId, id })).toMatchObject({
      state: 'none',
      hasMetadata: false,
    });
    for (const save of ['applications.saveMetadata', 'applications.saveCertificate'] as const) {
      await expect(call(save, { tenantId, id })).rejects.toMatchObject({ error: { code: 'not-found' } });
    }
    expect(host.saved).toEqual([]);
  });

  it('at another URL are neither read nor saved', async () => {
    const { id } = await add('Generic SAML', { IdpMetadataUrl: 'https://elsewhere.example/saml.xml' });
    const { tenantId, call } = on.colleague;
    expect(await call('applications.certificate', { tenantId, id })).toMatchObject({ state: 'unreadable' });
    await expect(call('applications.saveMetadata', { tenantId, id })).rejects.toMatchObject({
      error: { code: 'invalid-input' },
    });
  });

  it('are there for no other kind and no unknown application', async () => {
    const ids = [(await add('Generic OpenID Connect')).id, (await add('Generic Bookmark')).id, 'gone', ''];
    const responses = await Promise.all(ids.map((id) => fetch(addressOf(id))));
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const twice = await fetch(`${addressOf('gone')}&appkey=gone`);
    expect(twice.status).toBe(404);
  });
});
