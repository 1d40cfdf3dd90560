import { X509Certificate } from 'node:crypto';
import type { MemberProblem } from '../management/application-operations.ts';
import type { StoredApplication } from '../management/application-record.ts';
import { flagIn } from '../management/oauth-profile.ts';

interface RegisteredCertificates {
  /** PEM. */
  readonly readable: readonly string[];
  readonly unreadable: number;
}

const PEM_BODY = /(?<=-----BEGIN CERTIFICATE-----)[^-]+(?=-----END CERTIFICATE-----)/g;

/** One certificate or several, as a string or a list of strings: PEM, or base64 as in metadata. */
export function certificatesIn(value: unknown): RegisteredCertificates {
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one) => one !== undefined && one !== null && one !== '',
  );
  const certificates = texts.flatMap((text) => {
    if (typeof text !== 'string') return [undefined];
    const bodies = text.includes('-----BEGIN') ? (text.match(PEM_BODY) ?? ['']) : [text];
    return bodies.map(toPem);
  });
  const readable = certificates.filter((one) => one !== undefined);
  return { readable, unreadable: certificates.length - readable.length };
}

function toPem(base64: string): string | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString();
  } catch {
    return undefined;
  }
}

const UNREADABLE = 'contains an invalid certificate. Use PEM, or base64 as in metadata.';

/** A member that would make every sign-in to a SAML application fail, or prevent the chosen options. */
export function problemOfServiceProvider({ kind, members }: StoredApplication): MemberProblem | undefined {
  if (kind !== 'Saml') return undefined;
  const signing = certificatesIn(members['RequestSigningCertificates']);
  const encryption = certificatesIn(members['EncryptionCertificate']);
  if (signing.unreadable > 0) return { member: 'RequestSigningCertificates', problem: UNREADABLE };
  if (encryption.unreadable > 0) return { member: 'EncryptionCertificate', problem: UNREADABLE };
  const [certificate] = encryption.readable;
  if (certificate !== undefined && new X509Certificate(certificate).publicKey.asymmetricKeyType !== 'rsa')
    return { member: 'EncryptionCertificate', problem: 'must have an RSA key.' };
  if (flagIn(members, 'EncryptAssertion') === true && certificate === undefined)
    return { member: 'EncryptAssertion', problem: 'needs an EncryptionCertificate.' };
  if (flagIn(members, 'WantAuthnRequestsSigned') === true && signing.readable.length === 0)
    return {
      member: 'WantAuthnRequestsSigned',
      problem: 'needs a certificate in RequestSigningCertificates.',
    };
  return undefined;
}
