import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { generateKeyPair, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { isRecord } from '../requests/request-members.ts';
import type { Settings } from '../store/settings.ts';

/** The key that signs a tenant's SAML responses, and its certificate. */
export interface SigningCertificate {
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
  /** Base64 of the DER, without line breaks. */
  readonly base64: string;
  /** SHA-1 of the DER in uppercase hexadecimal digits, as in records. */
  readonly thumbprint: string;
}

const SETTING = 'samlCertificate';
const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const COMMON_NAME = '2.5.4.3';

interface CertificateParts {
  readonly settings: Settings;
  readonly tenantName: string;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * The tenant's certificate, created the first time and valid for ten years: unlike the keys of OpenID
 * Connect, every application has a copy of it, and its admin would have to replace each one.
 */
export async function loadSigningCertificate(parts: CertificateParts): Promise<SigningCertificate> {
  const stored = readStored(parts.settings.read(SETTING));
  if (stored !== undefined && Date.parse(new X509Certificate(stored.certificate).validTo) > parts.now())
    return describe(stored);
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const made = {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: selfSigned(parts, publicKey, privateKey),
  };
  parts.settings.write(SETTING, made);
  return describe(made);
}

type Stored = Pick<SigningCertificate, 'privateKey' | 'certificate'>;

function readStored(value: unknown): Stored | undefined {
  if (!isRecord(value)) return undefined;
  const { privateKey, certificate } = value;
  return typeof privateKey === 'string' && typeof certificate === 'string'
    ? { privateKey, certificate }
    : undefined;
}

function describe({ privateKey, certificate }: Stored): SigningCertificate {
  const parsed = new X509Certificate(certificate);
  return {
    privateKey,
    certificate,
    base64: parsed.raw.toString('base64'),
    thumbprint: parsed.fingerprint.replaceAll(':', ''),
  };
}

/** A self-signed certificate in PEM. Source: RFC 5280, section 4.1. */
function selfSigned(
  { tenantName, now, randomBytes }: CertificateParts,
  publicKey: KeyObject,
  privateKey: KeyObject,
): string {
  const name = new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new AttributeValue({ utf8String: `${tenantName} SAML signing` }),
      }),
    ]),
  ]);
  const algorithm = new AlgorithmIdentifier({ algorithm: SHA256_WITH_RSA, parameters: null });
  // Positive and without a leading zero byte, as DER requires.
  const serialNumber = Uint8Array.from([1, ...randomBytes(15)]).buffer;
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber,
    signature: algorithm,
    issuer: name,
    subject: name,
    // A day of tolerance for computers with slow clocks.
    validity: new Validity({
      notBefore: new Date(now() - DAY_MS),
      notAfter: new Date(now() + VALID_DAYS * DAY_MS),
    }),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ format: 'der', type: 'spki' }),
      SubjectPublicKeyInfo,
    ),
  });
  const signed = Buffer.from(AsnConvert.serialize(content));
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: Uint8Array.from(sign('sha256', signed, privateKey)).buffer,
  });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString();
}
