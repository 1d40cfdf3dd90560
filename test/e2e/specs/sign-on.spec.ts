import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settingsOf } from '../../../contract/applications/application-settings.ts';
import { aSamlService } from '../../builders/a-saml-service.ts';
import { expect, test } from '../desk-test.ts';
import type { OwnTenant } from '../own-tenant.ts';
import type { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(240_000);

/** Opens the settings of an application and returns its ID. */
async function openSignOn(desk: DeskPage, own: OwnTenant, type: RegExp): Promise<string> {
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.applications.list.getByRole('option', { name: type }).first().click();
  await desk.signOn.open();
  return decodeURIComponent(desk.page.url().split('/applications/')[1]?.split('/')[0] ?? '');
}

async function recordOf(own: OwnTenant, id: string): Promise<Record<string, unknown>> {
  const colleague = own.colleague();
  const read = { tenantId: colleague.tenantId, id, freshness: 'tenant-first' } as const;
  const { data } = await colleague.call('applications.get', read);
  await colleague[Symbol.asyncDispose]();
  return data.record;
}

test('SAML is set up manually, each field shows its previous value, and the tenant has the new values afterwards', async ({
  desk,
  own,
  page,
}) => {
  const id = await openSignOn(desk, own, /Web - SAML/);
  const before = await recordOf(own, id);
  const audience = desk.signOn.field('Audience');
  await expect(audience).toHaveValue(String(before['Audience']));

  await test.step('edits are a draft, and one field is reset alone', async () => {
    await audience.fill('urn:payroll:2');
    await expect(audience).toHaveAccessibleDescription(
      new RegExp(`Draft, was ${String(before['Audience'])}`),
    );
    await desk.signOn.field('Relay state').fill('start');
    await desk.signOn.useTenants('Relay state').click();
    await expect(desk.signOn.field('Relay state')).toHaveValue('');
    await expect(audience).toHaveValue('urn:payroll:2');
    await desk.signOn.flag('Sign the response').click();
    await desk.signOn.addAttribute('CostCenter', 'LoginUser.CostCenter');
    await expect(page.getByText('added in draft')).toBeVisible();
    await expect(desk.signOn.tab).toHaveAccessibleName(/drafted/);
  });

  await test.step('reviewing an invalid value focuses its field instead', async () => {
    const address = desk.signOn.field('Assertion consumer service URL');
    await address.fill('no address');
    await audience.focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription(/valid https:\/\/ URL/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await address.fill('https://payroll.acme.example/acs');
  });

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.review.dialog).toContainText('urn:payroll:2');
  await desk.review.apply();
  await expect(page.getByText('Draft saved')).toBeHidden();
  const after = await recordOf(own, id);
  expect(after).toMatchObject({
    Audience: 'urn:payroll:2',
    ACSUrl: 'https://payroll.acme.example/acs',
    SignResponse: true,
    RelayState: before['RelayState'],
    NameIDFormat: before['NameIDFormat'],
  });
  expect(JSON.stringify(after['SamlAttributes'])).toContain('LoginUser.CostCenter');
});

test('a field that another admin changed asks right after it which value to use', async ({
  desk,
  own,
  page,
}) => {
  const id = await openSignOn(desk, own, /Web - SAML/);
  await desk.signOn.field('Audience').fill('urn:mine');
  await expect(page.getByText('Draft saved')).toBeVisible();

  const colleague = own.colleague();
  const { data } = await colleague.call('applications.get', {
    tenantId: colleague.tenantId,
    id,
    freshness: 'tenant-first',
  });
  const settings = { ...settingsOf(data.record), Audience: 'urn:theirs', RelayState: 'theirs' };
  const { items } = await colleague.apply({
    from: 'targets',
    kind: 'application',
    targetIds: [id],
    set: { settings },
  });
  expect(items.map(({ state }) => state)).toEqual(['verified']);
  await colleague[Symbol.asyncDispose]();
  await page.reload();

  const audience = desk.signOn.field('Audience');
  await expect(audience).toHaveValue('urn:mine');
  await expect(audience).toHaveAccessibleDescription(/Changed on the tenant to urn:theirs/);
  await expect(page.getByText('2 fields changed on the tenant')).toBeVisible();

  await audience.focus();
  await page.keyboard.press('Tab');
  await expect(desk.signOn.resolve('Use tenant version', 'Audience')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(desk.signOn.resolve('Keep mine', 'Audience')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(audience).toHaveValue('urn:mine');
  await expect(page.getByText('1 field changed on the tenant')).toBeVisible();
  await desk.signOn.resolve('Use tenant version', 'Relay state').click();
  await expect(desk.signOn.field('Relay state')).toHaveValue('theirs');
  await expect(page.getByText('changed on the tenant')).toHaveCount(0);

  await desk.applications.reviewChange();
  await expect(desk.review.dialog).toContainText('urn:theirs');
  await desk.review.apply();
  expect(await recordOf(own, id)).toMatchObject({ Audience: 'urn:mine', RelayState: 'theirs' });
});

test('OpenID Connect is set up: redirects are pasted as lines, scopes checked, lifetimes typed as durations', async ({
  desk,
  own,
  page,
}) => {
  const id = await openSignOn(desk, own, /Web - OpenID Connect/);
  const redirects = desk.signOn.field('Authorized redirect URLs');
  await redirects.fill('');
  await redirects.focus();
  // As a string: the page's globals aren't those of this program.
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'https://a.example/cb\\nhttps://b.example/cb\\n');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }`);
  await expect(desk.signOn.field('URL 2')).toHaveValue('https://b.example/cb');
  await desk.signOn.choice('Scopes', 'offline_access').click();
  const lifetime = desk.signOn.field('Token lifetime');
  await expect(lifetime).toHaveAccessibleDescription(/^5 hours/);
  await lifetime.fill('90 min');
  await page.keyboard.press('Tab');
  await expect(lifetime).toHaveValue('1:30:00');
  await desk.applications.reviewChange();
  await desk.review.apply();
  const { OAuthProfile: profile } = await recordOf(own, id);
  expect(profile).toMatchObject({
    Redirects: ['https://a.example/cb', 'https://b.example/cb'],
    TokenLifetimeString: '1:30:00',
  });
  expect(JSON.stringify(profile)).toContain('offline_access');
});

const metadataOf = (acs: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example/saml" ${more}>
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAssertionsSigned="true">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acs}" index="0"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>`;

/** A service provider with metadata at `/sp.xml`, and 404 for every other path. */
async function serveText(text: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    if (request.url === '/sp.xml') response.setHeader('content-type', 'text/xml').end(text);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

test("the selected values of a service provider's metadata are filled in, and the tenant has them after the review", async ({
  desk,
  own,
  page,
}) => {
  const id = await openSignOn(desk, own, /Web - SAML/);
  const before = await recordOf(own, id);
  const { metadata, metadataText } = desk.signOn;
  await desk.signOn.fillFromMetadata.focus();
  await page.keyboard.press('Enter');
  await expect(metadataText).toBeFocused();

  await test.step('a file that defines entities is rejected at the field, which preserves it for editing', async () => {
    const malicious = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>';
    await metadataText.fill(malicious);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(metadataText).toHaveAccessibleDescription(/document type/);
    await expect(metadataText).toHaveValue(malicious);
    await expect(metadata.getByRole('table')).toHaveCount(0);
  });

  await test.step('a file larger than a megabyte is not read', async () => {
    await desk.signOn.chooseMetadataFile('federation.xml', ' '.repeat(1_000_001));
    await expect(metadataText).toHaveAccessibleDescription(/federation\.xml is larger than 1 MB/);
  });

  await test.step('the input is there again after Escape, and Escape returns the focus', async () => {
    await metadataText.fill('<half');
    await page.keyboard.press('Escape');
    await expect(desk.signOn.fillFromMetadata).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(metadataText).toHaveValue('<half');
  });

  await test.step('a URL is loaded with Enter, and one without metadata is reported at the field', async () => {
    const { metadataUrl } = desk.signOn;
    await using server = await serveText(metadataOf('https://sp.example/from-url'));
    await desk.signOn.readMetadataFromUrl();
    await metadataUrl.fill(`${server.url}/none`);
    await page.keyboard.press('Enter');
    await expect(metadataUrl).toHaveAccessibleDescription(/not found at/);
    await expect(metadataUrl).toBeFocused();
    await metadataUrl.fill(`${server.url}/sp.xml`);
    await page.keyboard.press('Enter');
    await expect(metadata.getByRole('table')).toContainText('https://sp.example/from-url');
  });

  await test.step('a dropped file is read, and the focus goes to its text', async () => {
    await desk.signOn.dropMetadataFile('dropped.xml', metadataOf('https://sp.example/dropped'));
    await expect(metadata.getByRole('table')).toContainText('https://sp.example/dropped');
    await expect(metadataText).toBeFocused();
    await expect(metadataText).toHaveValue(/dropped/);
  });

  await desk.signOn.chooseMetadataFile(
    'sp.xml',
    metadataOf('https://sp.example/acs', 'validUntil="2020-01-01T00:00:00Z"'),
  );
  await expect(metadata).toContainText('The metadata expired on');
  const row = (name: string) => metadata.getByRole('row', { name: new RegExp(name) });
  await expect(row('Audience')).toContainText(String(before['Audience']));
  await expect(row('Audience')).toContainText('https://sp.example/saml');
  await expect(row('Name ID format')).toContainText('persistent');
  await row('Name ID format').getByRole('checkbox').click();
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(metadata).toHaveCount(0);
  await expect(desk.signOn.fillFromMetadata).toBeFocused();
  await expect(desk.signOn.field('Audience')).toHaveValue('https://sp.example/saml');
  await expect(desk.review.dialog).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.review.dialog).toContainText('https://sp.example/acs');
  await desk.review.apply();
  expect(await recordOf(own, id)).toMatchObject({
    Audience: 'https://sp.example/saml',
    ACSUrl: 'https://sp.example/acs',
    NameIDFormat: before['NameIDFormat'],
    Script: before['Script'],
  });
});

test('the certificates in metadata are filled in, and encryption without one is not applied', async ({
  desk,
  own,
  page,
}) => {
  const id = await openSignOn(desk, own, /Web - SAML/);
  const { base64 } = (await aSamlService()).key;
  const key = `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  const text = metadataOf('https://sp.example/acs').replace('<md:NameIDFormat>', `${key}<md:NameIDFormat>`);
  const encrypts = page.getByRole('switch', { name: 'Encrypt the assertion' });
  await encrypts.click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.review.dialog).toHaveCount(0);
  await expect(encrypts).toHaveAccessibleDescription(/Encryption needs the certificate/);

  await desk.signOn.fillFromMetadata.click();
  await desk.signOn.chooseMetadataFile('sp.xml', text);
  const { metadata } = desk.signOn;
  await expect(metadata.getByRole('row', { name: /Encryption certificate/ })).toContainText(base64);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.signOn.field('Encryption certificate')).toHaveValue(base64);
  await expect(encrypts).not.toHaveAccessibleDescription(/Encryption needs the certificate/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await desk.review.apply();
  expect(await recordOf(own, id)).toMatchObject({
    EncryptAssertion: true,
    EncryptionCertificate: base64,
    RequestSigningCertificates: base64,
  });
});
