import { describe, expect, it } from 'vitest';
import { missingFromAssertion, PREVIEW_LABEL, renderAssertion } from './assertion-document.ts';
import type { Assertion } from './assertion-draft.ts';

const ASSERTION: Assertion = {
  version: '2.0',
  issuer: 'https://idp.example',
  subjectName: "Zoë <O'Brien> & co",
  subjectNameFormat: 'emailAddress',
  subjectConfirmationMethod: null,
  audience: 'urn:payroll',
  recipient: 'https://payroll.example/acs?a=1&b="2"',
  serviceUrl: null,
  httpDestination: 'https://payroll.example/acs',
  relayState: null,
  overwritesRelayState: false,
  wctx: null,
  authenticationMethod: null,
  signatureType: 'Response',
  digestMethod: 'sha256',
  subjectInAttributeStatement: false,
  attributes: [
    { name: 'Roles', namespace: null, values: ['<admin>', 'b\u0000c'] },
    { name: 'upn', namespace: 'http://claims.example/', values: ['zoe'] },
  ],
};
const DETAILS = {
  issuedAt: Date.parse('2026-01-02T03:04:05Z'),
  lifetimeMs: 300_000,
  responseId: '_r1',
  assertionId: '_a1',
};

describe('assertion preview', () => {
  const document = renderAssertion(ASSERTION, DETAILS);

  it('says that it is an unsigned preview and carries no signature', () => {
    expect(document).toContain(PREVIEW_LABEL);
    expect(document).not.toContain('Signature');
  });

  it('shows everything the script set, escaped', () => {
    expect(document).toContain(">Zoë &lt;O'Brien&gt; &amp; co</saml:NameID>");
    expect(document).toContain('Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"');
    expect(document).toContain('Recipient="https://payroll.example/acs?a=1&amp;b=&quot;2&quot;"');
    expect(document).toContain('<saml:Audience>urn:payroll</saml:Audience>');
    expect(document).toContain('<saml:AttributeValue>&lt;admin&gt;</saml:AttributeValue>');
    expect(document).toContain('<saml:AttributeValue>b\ufffdc</saml:AttributeValue>');
    expect(document).toContain('Name="http://claims.example/upn"');
    expect(document).toContain('IssueInstant="2026-01-02T03:04:05.000Z"');
    expect(document).toContain('NotOnOrAfter="2026-01-02T03:09:05.000Z"');
  });

  it('closes every element that it opens', () => {
    const open: string[] = [];
    for (const [tag, slash, name, selfClosed] of document.matchAll(
      /<(\/?)([\w:]+)(?:"[^"]*"|[^>"])*?(\/?)>/g,
    )) {
      if (tag.startsWith('<!')) continue;
      if (slash === '/') expect(open.pop()).toBe(name);
      else if (selfClosed !== '/') open.push(name ?? '');
    }
    expect(open).toEqual([]);
  });

  it('omits what was not set and lists it as missing', () => {
    const bare = { ...ASSERTION, audience: null, recipient: '', httpDestination: null, attributes: [] };
    const text = renderAssertion(bare, DETAILS);
    expect(text).not.toContain('Audience');
    expect(text).not.toContain('Recipient');
    expect(text).not.toContain('AttributeStatement');
    expect(missingFromAssertion(bare)).toHaveLength(3);
    expect(missingFromAssertion(ASSERTION)).toEqual([]);
  });
});
