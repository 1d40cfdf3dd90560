import { X509Certificate } from 'node:crypto';
import type { Settings } from '../../../contract/settings/settings.ts';
import { failure } from '../errors/failure.ts';

/** Network settings; applied to new requests. */
export type NetworkSettings = Pick<Settings, 'proxyUrl' | 'extraCertificates' | 'requestTimeoutSeconds'>;

const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Splits PEM text into certificates. Throws `invalid-input` if one is invalid, or there is none. */
export function readCertificates(pem: string): readonly string[] {
  if (pem.trim() === '') return [];
  const certificates = pem.match(block) ?? [];
  if (certificates.length === 0) throw unreadable('No PEM certificate found.');
  certificates.forEach((certificate, index) => {
    try {
      new X509Certificate(certificate);
    } catch {
      throw unreadable(`Certificate ${index + 1} of ${certificates.length} is invalid.`);
    }
  });
  return certificates;
}

function unreadable(problem: string) {
  return failure('invalid-input', `${problem} Include the BEGIN CERTIFICATE and END CERTIFICATE lines.`);
}
