import type { CertificateReading } from '../../../contract/applications/applications.ts';
import { certificateReadingSchema } from '../../../contract/applications/applications.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { allowsCache } from '../../../contract/errors/errors.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';

interface CertificateOf {
  readonly tenantId: string;
  /** Of the application. */
  readonly id: string;
}

export const certificateKey = (id: string): string => `certificate:${id}`;

/**
 * Caches what the tenant returned about the certificate of an application, and answers from the cache when the tenant
 * can't be asked now. Throws what `read` throws when nothing is cached.
 */
export async function readCachedCertificate(
  { snapshots, now }: SnapshotCache,
  { tenantId, id }: CertificateOf,
  read: () => Promise<CertificateReading>,
): Promise<CertificateReading> {
  try {
    const reading = await read();
    // Nothing is cached when the URL may not be read.
    if (reading.hasMetadata !== null) snapshots.write(tenantId, certificateKey(id), reading, now());
    return reading;
  } catch (error) {
    if (!(error instanceof DeskFailure) || !allowsCache(error.code)) throw error;
    const cached = snapshots.read(tenantId, certificateKey(id), certificateReadingSchema);
    if (cached === undefined) throw error;
    return { ...cached.data, readAt: cached.fetchedAt };
  }
}
