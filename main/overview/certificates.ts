import type { CertificateReading } from '../../contract/applications/applications.ts';
import type { Certificates, EndingCertificate } from '../../contract/overview/overview.ts';
import { certificateWarningDays } from '../../contract/overview/overview.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';

const dayMs = 86_400_000;

/** An application that a certificate signs for, and its last reading. */
export interface SignedApplication {
  readonly id: string;
  readonly name: string;
  /** Undefined when it was never read. */
  readonly reading: { readonly data: CertificateReading; readonly fetchedAt: number } | undefined;
}

/** The age at which a reading is refreshed. */
const freshForMs = dayMs;
/** Maximum read in one poll: each is a record and the metadata of an application. */
export const maxPerPoll = 24;

/** Which to read in one poll, those that were read longest ago first. */
export function dueCertificates(signed: readonly SignedApplication[], now: number): SignedApplication[] {
  return signed
    .filter(({ reading }) => reading === undefined || ageOf(reading.fetchedAt, now) > freshForMs)
    .sort((one, other) => (one.reading?.fetchedAt ?? 0) - (other.reading?.fetchedAt ?? 0))
    .slice(0, maxPerPoll);
}

/** Those that expire soon or have expired; one that signs for several applications is listed once. */
export function endingCertificates(signed: readonly SignedApplication[], now: number): Certificates {
  const ending = new Map<string, EndingCertificate>();
  let read = 0;
  for (const { id, name, reading } of signed) {
    if (reading === undefined) continue;
    read += 1;
    const { data, fetchedAt: readAt } = reading;
    if (data.state !== 'read') continue;
    const { thumbprintSha256: thumbprint, validTo: validUntil } = data.certificate;
    if (validUntil - now > certificateWarningDays * dayMs) continue;
    const known = ending.get(thumbprint);
    ending.set(
      thumbprint,
      known === undefined
        ? { thumbprint, applicationId: id, name, others: 0, validUntil, readAt }
        : { ...known, others: known.others + 1 },
    );
  }
  return {
    ending: [...ending.values()].sort((one, other) => one.validUntil - other.validUntil),
    read,
    total: signed.length,
  };
}
