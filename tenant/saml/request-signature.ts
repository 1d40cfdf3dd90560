import { createPublicKey, createVerify } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { XML_SIGNATURE } from '../../languages/saml/saml-names.ts';
import { hashMethods, requestHashes } from './hash-methods.ts';
import { readMessage, standalone } from './read-message.ts';
import { EXCLUSIVE_C14N, ENVELOPED_SIGNATURE, signatureAlgorithms } from './saml-names.ts';

/** The result of a check: the signature covers the request, or why it is invalid. */
export type SignatureCheck =
  | { readonly state: 'unsigned' }
  | { readonly state: 'invalid'; readonly reason: string }
  /** `signed` is the request as it was signed: nothing else in the message can be trusted. */
  | { readonly state: 'valid'; readonly signed: string };

const methods = hashMethods(requestHashes);
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const TRANSFORMS = new Set<string>([ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, C14N]);
const invalid = (reason: string): SignatureCheck => ({ state: 'invalid', reason });

/**
 * Checks the signature in a posted request. It must be a child of the request, the only one in the message,
 * and over the request itself by its ID, so that no other element can replace it (Core, section 5.4.2). Keys
 * included in the message are ignored.
 */
export function checkPostSignature(xml: string, certificates: readonly string[]): SignatureCheck {
  const root = readMessage(xml);
  const signatures = descendants(root).filter(isSignature);
  const [signature, another] = signatures;
  if (signature === undefined) return { state: 'unsigned' };
  if (another !== undefined) return invalid('The message has several signatures.');
  if (!root.children.includes(signature)) return invalid('The signature is not a child of the request.');
  const [reference, further] = references(signature);
  if (reference === undefined || further !== undefined)
    return invalid('The signature must have one reference, to the request.');
  if (reference.attributes['URI'] !== `#${root.attributes['ID'] ?? ''}`)
    return invalid("The signature doesn't cover the request.");
  const transforms = named(reference, 'Transforms')
    .flatMap((list) => list.children)
    .map(({ attributes }) => attributes['Algorithm'] ?? '');
  if (!transforms.includes(ENVELOPED_SIGNATURE) || transforms.some((one) => !TRANSFORMS.has(one)))
    return invalid("The signature has transforms that SAML doesn't allow.");
  for (const certificate of certificates) {
    const signed = verifiedPart(xml, standalone(signature), certificate);
    if (signed !== undefined) return { state: 'valid', signed };
  }
  return invalid("The signature doesn't match any certificate of the application.");
}

function verifiedPart(xml: string, signature: string, certificate: string): string | undefined {
  const checked = new SignedXml({
    publicCert: createPublicKey(certificate).export({ format: 'pem', type: 'spki' }),
    getCertFromKeyInfo: () => null,
  });
  checked.SignatureAlgorithms = methods.signatures;
  checked.HashAlgorithms = methods.digests;
  try {
    checked.loadSignature(signature);
    if (!checked.checkSignature(xml)) return undefined;
    const [signed, another] = checked.getSignedReferences();
    return another === undefined ? signed : undefined;
  } catch {
    // A signature that the library can't parse is invalid too.
    return undefined;
  }
}

const isSignature = ({ uri, local }: XmlElement): boolean => uri === XML_SIGNATURE && local === 'Signature';

const descendants = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => [child, ...descendants(child)]);

const named = (element: XmlElement, local: string): readonly XmlElement[] =>
  element.children.filter((child) => child.uri === XML_SIGNATURE && child.local === local);

const references = (signature: XmlElement): readonly XmlElement[] =>
  named(signature, 'SignedInfo').flatMap((info) => named(info, 'Reference'));

/**
 * Checks the signature of a request with the redirect binding, which covers its parameters as they were
 * encoded (Bindings, section 3.4.4.1). `query` is the original query of the URL, and `xml` the content of its
 * `SAMLRequest`.
 */
export function checkRedirectSignature(
  query: string,
  xml: string,
  certificates: readonly string[],
): SignatureCheck {
  const raw = rawParameters(query);
  if (raw === undefined) return invalid('The URL contains a parameter twice.');
  const [request, relayState, algorithm, signature] = (
    ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'] as const
  ).map((name) => raw.get(name));
  if (signature === undefined && algorithm === undefined) return { state: 'unsigned' };
  if (request === undefined || algorithm === undefined || signature === undefined)
    return invalid('SigAlg or Signature is missing.');
  const hash = requestHashes.find((one) => signatureAlgorithms[one] === decode(algorithm));
  if (hash === undefined) return invalid('SigAlg must be RSA with SHA-256, SHA-384 or SHA-512.');
  const signed = [
    `SAMLRequest=${request}`,
    ...(relayState === undefined ? [] : [`RelayState=${relayState}`]),
    `SigAlg=${algorithm}`,
  ].join('&');
  const bytes = Buffer.from(decode(signature), 'base64');
  const isGenuine = certificates.some((certificate) => {
    try {
      return createVerify(hash).update(signed).verify(certificate, bytes);
    } catch {
      return false;
    }
  });
  return isGenuine
    ? { state: 'valid', signed: xml }
    : invalid("The signature doesn't match any certificate of the application.");
}

/** Parameters in their original encoding; undefined if one occurs twice. */
function rawParameters(query: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = decode(at === -1 ? part : part.slice(0, at));
    if (found.has(name)) return undefined;
    found.set(name, at === -1 ? '' : part.slice(at + 1));
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return '';
  }
}
