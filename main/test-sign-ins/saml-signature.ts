import { createPublicKey } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { XmlElement } from '../../languages/saml/read-xml.ts';
import { XML_SIGNATURE } from '../../languages/saml/saml-names.ts';
import { failed, passed } from './check.ts';
import { find, readMessage } from './read-message.ts';

/** The proven contents of a response. */
export interface ProvenResponse {
  readonly check: SignInCheck;
  /** The signed part, if any: other parts of the message aren't trusted. */
  readonly assertion: XmlElement | undefined;
}

const name = 'Signature valid';

/**
 * Checks every signature of a response with the certificates, PEM, of the tenant's metadata, and takes the assertion from what
 * they cover. A signature counts only for the element that contains it, and keys in the message are ignored.
 * Source: SAML 2.0 Core, 5.4.
 */
export function proveResponse(
  xml: string,
  response: XmlElement,
  certificates: readonly string[],
): ProvenResponse {
  const written = find(response, 'Assertion');
  const signed = [response, ...(written === undefined ? [] : [written])].flatMap((element) => {
    const signature = element.children.find(
      ({ uri, local }) => uri === XML_SIGNATURE && local === 'Signature',
    );
    return signature === undefined ? [] : [{ element, signature }];
  });
  if (signed.length === 0)
    return {
      check: failed(name, '', 'Neither the response nor the assertion is signed.'),
      assertion: written,
    };
  const proven = signed.map(({ element, signature }) => ({
    element,
    signature,
    content: signedContent(xml, element, signature, certificates),
  }));
  const broken = proven.find(({ content }) => content === undefined);
  const algorithm = algorithmOf(signed[0]?.signature);
  if (broken !== undefined)
    return {
      check: failed(
        name,
        algorithm,
        `The signature of the ${broken.element.local.toLowerCase()} doesn't match it or the certificate in the tenant's metadata.`,
      ),
      assertion: written,
    };
  const contents = proven.flatMap(({ content }) => (content === undefined ? [] : [content]));
  const assertions = contents.map((root) => (root.local === 'Assertion' ? root : find(root, 'Assertion')));
  const what = signed.map(({ element }) => element.local.toLowerCase()).join(' and ');
  return {
    check: passed(name, `${algorithm}, ${what}`),
    assertion: assertions.find((one) => one !== undefined),
  };
}

function signedContent(
  xml: string,
  element: XmlElement,
  signature: XmlElement,
  certificates: readonly string[],
): XmlElement | undefined {
  const references =
    find(signature, 'SignedInfo')?.children.filter(({ local }) => local === 'Reference') ?? [];
  const [reference] = references;
  if (references.length !== 1 || reference?.attributes['URI'] !== `#${element.attributes['ID'] ?? ''}`)
    return undefined;
  for (const certificate of certificates) {
    const content = verified(xml, signature.source, certificate);
    const root = content === undefined ? undefined : readMessage(content);
    if (root?.local === element.local && root.attributes['ID'] === element.attributes['ID']) return root;
  }
  return undefined;
}

function verified(xml: string, signature: string, certificate: string): string | undefined {
  try {
    const checked = new SignedXml({
      publicCert: createPublicKey(certificate).export({ format: 'pem', type: 'spki' }),
      getCertFromKeyInfo: () => null,
    });
    checked.loadSignature(signature);
    return checked.checkSignature(xml) ? checked.getSignedReferences()[0] : undefined;
  } catch {
    // What the library can't parse proves nothing.
    return undefined;
  }
}

/** `RSA-SHA256`. */
function algorithmOf(signature: XmlElement | undefined): string {
  const uri = find(signature, 'SignedInfo', 'SignatureMethod')?.attributes['Algorithm'] ?? '';
  return (uri.split('#')[1] ?? uri).toUpperCase();
}
