import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../../test/fakes/certificate.ts';
import { proposeSettings } from './propose-settings.ts';
import { readCertificate } from '../../tenants/saml-metadata/read-certificate.ts';

const now = Date.parse('2026-11-22T00:00:00Z');
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const service = (index: number, location: string, more = '', binding = post): string =>
  `<md:AssertionConsumerService Binding="${binding}" Location="${location}" index="${index}" ${more}/>`;

function provider(
  content: string,
  attributes = 'entityID="https://app.example/saml"',
  descriptor = '',
): string {
  return `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ${attributes}>
    <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" ${descriptor}>${content}</md:SPSSODescriptor>
  </md:EntityDescriptor>`;
}

const acs = service(0, 'https://app.example/acs');
const propose = (text: string) => proposeSettings(text, now);
const errorOf = (text: string): string => {
  try {
    propose(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'It was read.';
};

describe('service provider metadata', () => {
  it('proposes audience, assertion consumer service, name ID and signing', () => {
    const format =
      '<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>';
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n${provider(format + acs, undefined, 'WantAssertionsSigned="true"')}`;
    expect(propose(text)).toEqual({
      entityId: 'https://app.example/saml',
      settings: {
        Audience: 'https://app.example/saml',
        ACSUrl: 'https://app.example/acs',
        Recipient: 'https://app.example/acs',
        NameIDFormat: 'emailAddress',
        WantAssertionSigned: true,
      },
      notes: [],
    });
  });

  it('picks the default POST endpoint out of several and says so', () => {
    const several =
      service(0, 'https://app.example/0', '', redirect) +
      service(2, 'https://app.example/2') +
      service(1, 'https://app.example/1');
    const first = propose(provider(several));
    expect(first.settings).toMatchObject({ ACSUrl: 'https://app.example/2' });
    expect(first.notes).toEqual([
      'The metadata has 2 assertion consumer services that accept POST. Used: the default, https://app.example/2.',
    ]);
    const byDefault = propose(provider(several + service(9, 'https://app.example/9', 'isDefault="true"')));
    expect(byDefault.settings).toMatchObject({ ACSUrl: 'https://app.example/9' });
    const none = propose(provider(service(0, 'https://app.example/0', '', redirect)));
    expect(none.settings).not.toHaveProperty('ACSUrl');
    expect(none.notes.join()).toContain('none that accepts POST');
  });

  it('never proposes a URL that would run in a browser', () => {
    for (const location of ['javascript:alert(1)', 'file:///etc/passwd', 'https://*.example/acs', '']) {
      const { settings, notes } = propose(provider(service(0, location)));
      expect([location, settings['ACSUrl']]).toEqual([location, undefined]);
      expect(notes.join()).toContain('skipped');
    }
  });

  it('proposes certificates by their use', () => {
    const authority = createAuthority();
    const [signing, next, encryption] = ['a', 'b', 'c'].map((name) =>
      authority.issue(`${name}.example`).certificate.replace(/-----[^-]+-----|\s/g, ''),
    );
    const key = (use: string, data = ''): string =>
      `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${data}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
    const both = propose(provider(key('', signing) + acs)).settings;
    expect(both).toMatchObject({ RequestSigningCertificates: signing, EncryptionCertificate: signing });
    const several = provider(
      key(' use="signing"', signing) +
        key(' use="signing"', next) +
        key(' use="signing"', 'abc') +
        key(' use="encryption"', encryption) +
        acs,
    );
    const { settings } = propose(several);
    expect(settings['EncryptionCertificate']).toBe(encryption);
    const text = String(settings['RequestSigningCertificates']);
    expect(text.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(2);
    expect([signing, next].every((data) => text.includes(` ${data} `))).toBe(true);
  });

  it('says when the metadata or a certificate expired', async () => {
    const old = propose(provider(acs, 'entityID="a" validUntil="2020-01-02T03:04:05Z"'));
    expect(old.notes.join()).toContain('January 2, 2020');
    const { certificate } = createAuthority().issue('sp.example');
    const data = certificate.replace(/-----[^-]+-----/g, '');
    const key = `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${data}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
    const validTo = readCertificate(data.replace(/\s/g, ''))?.validTo ?? 0;
    const text = provider(key + acs);
    expect(proposeSettings(text, validTo - 1000).notes).toEqual([]);
    expect(proposeSettings(text, validTo + 1000).notes.join()).toMatch(/expired on .*\d{4}\./);
    expect(propose(provider(key.replace(data, 'bm90IG9uZQ==') + acs)).notes.join()).toContain(
      'can’t be read',
    );
  });

  it('rejects two providers by name, and the metadata of an identity provider', () => {
    const two = [provider(acs, 'entityID="urn:one"'), provider(acs, 'entityID="urn:two"')].join('');
    const file = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${two}</md:EntitiesDescriptor>`;
    expect(errorOf(file)).toMatch(/2 service providers: urn:one, urn:two/);
    expect(errorOf(provider(acs).replaceAll('SPSSODescriptor', 'IDPSSODescriptor'))).toContain(
      'identity provider',
    );
  });
});

describe('a malicious file', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, level) => `<!ENTITY a${level} "${`&a${level === 0 ? '' : level - 1};`.repeat(10)}">`).join('')}]>`;

  it.each([
    ['a billion laughs', `${bomb}${provider('&a8;')}`, 'document type'],
    [
      'an external entity',
      `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>${provider('&x;')}`,
      'document type',
    ],
    [
      'an external document type',
      `<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">${provider(acs)}`,
      'document type',
    ],
    ['an entity that nobody defined', provider('&x;'), 'Invalid XML'],
    ['a prefix that nobody bound', '<md:EntityDescriptor entityID="a"/>', 'Invalid XML'],
    ['elements that do not end', provider(acs).slice(0, -10), 'Invalid XML'],
    ['a million open elements', '<a>'.repeat(300_000), 'nested more than'],
    ['more than a million characters', `<a>${'x'.repeat(1_000_000)}</a>`, 'limit is a million'],
    ['HTML', '<html><body>Sign in</body></html>', 'isn’t SAML metadata'],
    ['JSON', '{"entityID": "a"}', 'not XML'],
    ['nothing', '', 'not XML'],
    [
      'the word in another namespace',
      '<EntityDescriptor xmlns="urn:other" entityID="a"/>',
      'isn’t SAML metadata',
    ],
  ])('with %s is rejected with an explanation', (_what, text, message) => {
    const before = process.cpuUsage();
    expect(errorOf(text)).toContain(message);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  it('with a name such as __proto__ proposes nothing else', () => {
    const { settings } = propose(provider(acs, 'entityID="__proto__" constructor="x"'));
    expect(Object.keys(settings).toSorted()).toEqual(['ACSUrl', 'Audience', 'Recipient']);
  });
});
