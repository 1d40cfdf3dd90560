import { createSign, randomBytes, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import { SignedXml } from 'xml-crypto';
import { decrypt } from 'xml-encryption';
import { loadSigningCertificate, type SigningCertificate } from '../../tenant/saml/signing-certificate.ts';
import type { BrowserPage } from '../integration/browser-session.ts';

/** A spec's SAML service provider: its requests, and the responses it gets. */
export interface SamlService {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly key: SigningCertificate;
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export async function aSamlService(): Promise<SamlService> {
  const settings = { read: () => undefined, write: () => undefined };
  const key = await loadSigningCertificate({ settings, tenantName: 'Payroll', now: Date.now, randomBytes });
  const host = `payroll-${randomUUID().slice(0, 8)}.example`;
  return { entityId: `https://${host}/saml`, acsUrl: `https://${host}/saml/acs`, key };
}

export interface RequestChanges {
  readonly id?: string;
  readonly issuer?: string;
  readonly destination?: string | null;
  readonly issuedAt?: number;
  readonly version?: string;
  /** Further attributes, as XML. */
  readonly attributes?: string;
  /** Elements after the issuer, as XML. */
  readonly content?: string;
}

export const newRequestId = (): string => `_${randomUUID()}`;

export function authnRequest(
  service: SamlService,
  signInUrl: string,
  {
    id = newRequestId(),
    issuer = service.entityId,
    destination = signInUrl,
    ...changes
  }: RequestChanges = {},
): string {
  const issued = new Date(changes.issuedAt ?? Date.now()).toISOString();
  const goal = destination === null ? '' : ` Destination="${destination}"`;
  return `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="${changes.version ?? '2.0'}" IssueInstant="${issued}"${goal}${changes.attributes ?? ''}><saml:Issuer>${issuer}</saml:Issuer>${changes.content ?? ''}</samlp:AuthnRequest>`;
}

/** With the redirect binding; signed if there is a key. */
export function redirectUrl(
  signInUrl: string,
  xml: string,
  { relayState, key }: { readonly relayState?: string; readonly key?: SigningCertificate } = {},
): string {
  const encode = encodeURIComponent;
  const request = deflateRawSync(Buffer.from(xml)).toString('base64');
  const query = [
    `SAMLRequest=${encode(request)}`,
    ...(relayState === undefined ? [] : [`RelayState=${encode(relayState)}`]),
    ...(key === undefined ? [] : [`SigAlg=${encode(RSA_SHA256)}`]),
  ].join('&');
  const signature =
    key === undefined
      ? ''
      : `&Signature=${encode(createSign('sha256').update(query).sign(key.privateKey, 'base64'))}`;
  return `${signInUrl}?${query}${signature}`;
}

/** With a signature where service providers put it: over the request, after its issuer. */
export function signedRequest(xml: string, key: SigningCertificate, algorithm = RSA_SHA256): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signer.addReference({ xpath: '/*', digestAlgorithm: SHA256, transforms: [ENVELOPED, EXCLUSIVE] });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}

export const postForm = (xml: string, relayState?: string): URLSearchParams =>
  new URLSearchParams({
    SAMLRequest: Buffer.from(xml).toString('base64'),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  });

/** The tenant's response as sent through the browser. */
export interface SentResponse {
  readonly acsUrl: string;
  readonly xml: string;
  readonly relayState: string | undefined;
}

export function sentResponse(page: BrowserPage): SentResponse {
  const acsUrl = /<form method="post" action="([^"]*)"/.exec(page.html)?.[1];
  const response = /name="SAMLResponse" value="([^"]*)"/.exec(page.html)?.[1];
  if (acsUrl === undefined || response === undefined)
    throw new Error(`No response at ${page.url} (${page.status}): ${textOf(page.html)}`);
  const relayState = /name="RelayState" value="([^"]*)"/.exec(page.html)?.[1];
  return {
    acsUrl: unescape(acsUrl),
    xml: Buffer.from(response, 'base64').toString(),
    relayState: relayState === undefined ? undefined : unescape(relayState),
  };
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
const unescape = (html: string): string =>
  html.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .slice(0, 500);

/** The signed parts, one by one; throws if a signature doesn't match the certificate. */
export function signedParts(xml: string, certificate: string): readonly string[] {
  const signatures = xml.match(/<ds:Signature .*?<\/ds:Signature>/gs) ?? [];
  return signatures.map((signature) => {
    const checked = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
    checked.loadSignature(signature);
    if (!checked.checkSignature(xml)) throw new Error("The signature doesn't match.");
    return checked.getSignedReferences().join('');
  });
}

/** The assertion, decrypted with a private key (PEM). */
export async function decryptedAssertion(xml: string, key: string): Promise<string> {
  const encrypted = /<xenc:EncryptedData.*<\/xenc:EncryptedData>/s.exec(xml)?.[0] ?? '';
  return promisify(decrypt)(encrypted, { key });
}

/** The codes of its status, the outer one first. */
export const statusOf = ({ xml }: SentResponse): readonly string[] =>
  [...xml.matchAll(/<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:(\w+)"/g)].map(
    ([, code]) => code ?? '',
  );

export const statusMessageOf = ({ xml }: SentResponse): string =>
  /<samlp:StatusMessage>(.*?)<\/samlp:StatusMessage>/s.exec(xml)?.[1] ?? '';
