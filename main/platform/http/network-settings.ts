import { X509Certificate } from 'node:crypto';
import type { Settings } from '../../../contract/settings/settings.ts';
import { failure } from '../errors/failure.ts';

/** What of the settings concerns the network; applied to requests that begin afterwards. */
export type NetworkSettings = Pick<Settings, 'proxyUrl' | 'extraCertificates' | 'requestTimeoutSeconds'>;

const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Takes PEM text apart into its certificates. Throws `invalid-input` when one cannot be read or there is none. */
export function readCertificates(pem: string): readonly string[] {
  if (pem.trim() === '') return [];
  const certificates = pem.match(block) ?? [];
  if (certificates.length === 0) throw unreadable('The text holds no certificate in PEM form.');
  certificates.forEach((certificate, index) => {
    try {
      new X509Certificate(certificate);
    } catch {
      throw unreadable(`Certificate ${index + 1} of ${certificates.length} cannot be read.`);
    }
  });
  return certificates;
}

function unreadable(what: string) {
  return failure('invalid-input', `${what} Paste it with its BEGIN CERTIFICATE and END CERTIFICATE lines.`);
}
