import type { CertificateReading } from '../../../contract/applications/applications.ts';
import { certificateReadingSchema } from '../../../contract/applications/applications.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { answersFromCache } from '../../../contract/errors/errors.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';

interface CertificateOf {
  readonly tenantId: string;
  /** Of the application. */
  readonly id: string;
}

export const certificateKey = (id: string): string => `certificate:${id}`;

/**
 * Keeps what the tenant said of the certificate of an application, and answers it with its age where the tenant cannot be
 * asked now. Throws what `read` throws where nothing is kept.
 */
export async function readCachedCertificate(
  { snapshots, now }: SnapshotCache,
  { tenantId, id }: CertificateOf,
  read: () => Promise<CertificateReading>,
): Promise<CertificateReading> {
  try {
    const reading = await read();
    // Of an address that is nobody's to ask, the tenant said nothing.
    if (reading.hasMetadata !== null) snapshots.write(tenantId, certificateKey(id), reading, now());
    return reading;
  } catch (error) {
    if (!(error instanceof DeskFailure) || !answersFromCache(error.code)) throw error;
    const kept = snapshots.read(tenantId, certificateKey(id), certificateReadingSchema);
    if (kept === undefined) throw error;
    return { ...kept.data, readAt: kept.fetchedAt };
  }
}
