import { X509Certificate } from 'node:crypto';
import type { SigningCertificate } from '../../../contract/applications/applications.ts';

/** Parses a base64 certificate without header and footer; undefined if invalid. */
export function readCertificate(data: string): SigningCertificate | undefined {
  try {
    const certificate = new X509Certificate(Buffer.from(data, 'base64'));
    return {
      subject: distinguishedName(certificate.subject),
      issuer: distinguishedName(certificate.issuer),
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

/** Node returns names line by line, most general first; displayed as `CN=…, O=…`. */
function distinguishedName(name: string | undefined): string {
  return (name ?? '').split('\n').toReversed().join(', ');
}
