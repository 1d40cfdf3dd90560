import { X509Certificate } from 'node:crypto';
import type { SigningCertificate } from '../../../contract/applications/applications.ts';

/** A certificate of base64 without its header and footer; undefined where it is none. */
export function readCertificate(data: string): SigningCertificate | undefined {
  try {
    const certificate = new X509Certificate(Buffer.from(data, 'base64'));
    return {
      subject: lastLineFirst(certificate.subject),
      issuer: lastLineFirst(certificate.issuer),
      thumbprint: certificate.fingerprint,
      thumbprintSha256: certificate.fingerprint256,
      key: keyOf(certificate),
      validFrom: certificate.validFromDate.getTime(),
      validTo: certificate.validToDate.getTime(),
      pem: certificate.toString(),
    };
  } catch {
    return undefined;
  }
}

const names: Readonly<Record<string, string>> = {
  rsa: 'RSA',
  'rsa-pss': 'RSA-PSS',
  ec: 'EC',
  ed25519: 'Ed25519',
};

/** `RSA 2048`, `EC prime256v1`. */
function keyOf({ publicKey }: X509Certificate): string {
  const { asymmetricKeyType = '', asymmetricKeyDetails } = publicKey;
  const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve ?? '';
  return `${names[asymmetricKeyType] ?? asymmetricKeyType} ${size}`.trim();
}

/** Names are told line by line, the widest first; people read `CN=…, O=…`. */
function lastLineFirst(name: string | undefined): string {
  return (name ?? '').split('\n').toReversed().join(', ');
}
