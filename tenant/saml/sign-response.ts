import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';
import { SAML_ASSERTION } from '../../languages/saml/saml-names.ts';
import { hashMethods } from './hash-methods.ts';
import {
  digestAlgorithms,
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  signatureAlgorithms,
  type HashName,
} from './saml-names.ts';
import type { SigningCertificate } from './signing-certificate.ts';

const methods = hashMethods(['sha1', 'sha256', 'sha384', 'sha512']);

/**
 * The document with a signature over its root, which must have an `ID`, after its `Issuer` (Core, section
 * 5.4).
 */
export function signRoot(xml: string, key: SigningCertificate, hash: HashName): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: signatureAlgorithms[hash],
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signer.SignatureAlgorithms = methods.signatures;
  signer.HashAlgorithms = methods.digests;
  signer.addReference({
    xpath: '/*',
    digestAlgorithm: digestAlgorithms[hash],
    transforms: [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}

const encryptXml = promisify(encrypt);

/**
 * An `EncryptedAssertion` element that only the owner of the certificate (PEM) can decrypt: AES-256-GCM with
 * the key in RSA-OAEP (Core, section 2.3.4).
 */
export async function encryptAssertion(assertion: string, certificate: string): Promise<string> {
  const encrypted = await encryptXml(assertion, {
    rsa_pub: new X509Certificate(certificate).publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    pem: certificate,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  });
  return `<saml:EncryptedAssertion xmlns:saml="${SAML_ASSERTION}">${encrypted}</saml:EncryptedAssertion>`;
}
