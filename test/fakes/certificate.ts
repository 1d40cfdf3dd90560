import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority for the duration of the test. */
export interface CertificateAuthority {
  readonly certificate: string;
  /** A server certificate for a host name, valid for an hour. */
  issue(hostName: string): IssuedCertificate;
}

export function createAuthority(): CertificateAuthority {
  const name = 'Test authority';
  const { publicKey, privateKey } = newKeyPair();
  const certificate = makeCertificate({
    issuer: name,
    subject: name,
    publicKey,
    signingKey: privateKey,
    // basicConstraints, critical: this is a CA.
    extension: sequence(oid([2, 5, 29, 19]), boolean(true), octets(sequence(boolean(true)))),
  });
  return {
    certificate,
    issue(hostName) {
      const own = newKeyPair();
      return {
        key: own.privateKey,
        certificate: makeCertificate({
          issuer: name,
          subject: hostName,
          publicKey: own.publicKey,
          signingKey: privateKey,
          // subjectAltName: one DNS name.
          extension: sequence(oid([2, 5, 29, 17]), octets(sequence(tagged(0x82, Buffer.from(hostName))))),
        }),
      };
    },
  };
}

interface Content {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: string;
  readonly signingKey: string;
  readonly extension: Buffer;
}

const hourMs = 3_600_000;
const ecdsaWithSha256 = sequence(oid([1, 2, 840, 10045, 4, 3, 2]));

/** Writes an X.509 version 3 certificate. Source: RFC 5280, section 4.1. */
function makeCertificate(content: Content): string {
  const now = Date.now();
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(content.issuer),
    sequence(utcTime(now - hourMs), utcTime(now + hourMs)),
    commonName(content.subject),
    createPublicKey(content.publicKey).export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(content.extension)),
  );
  const signature = sign('sha256', toBeSigned, createPrivateKey(content.signingKey));
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bits(signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function newKeyPair(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** A DER element: tag, length, content. Source: ITU-T X.690. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...elements: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(elements));
}

function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

function octets(content: Buffer): Buffer {
  return tagged(0x04, content);
}

function bits(content: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid([2, 5, 4, 3]), tagged(0x0c, Buffer.from(name)))));
}

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}
