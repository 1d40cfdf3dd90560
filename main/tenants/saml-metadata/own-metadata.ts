import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import type { MetadataEntity } from './read-entities.ts';
import { readEntities } from './read-entities.ts';

export interface OwnMetadata {
  /** Unchanged. */
  readonly bytes: Uint8Array;
  readonly entities: readonly MetadataEntity[];
}

interface MetadataOf {
  readonly tenant: TenantProfile;
  /** From the application record. */
  readonly metadataUrl: unknown;
}

/**
 * The tenant's metadata for one of its applications. Only requests URLs of the tenant: a record could contain any URL. Throws
 * `invalid-input` for other URLs, and the errors of `fetchMetadata` and `readEntities`.
 */
export async function readOwnMetadata(
  transport: Transport,
  { tenant, metadataUrl }: MetadataOf,
  call: CallContext,
): Promise<OwnMetadata> {
  if (!isKnownUrl(metadataUrl)) throw failure('invalid-input', 'The application record has no metadata URL.');
  if (URL.parse(metadataUrl)?.origin !== new URL(tenant.baseUrl).origin)
    throw failure('invalid-input', 'The metadata URL doesn’t belong to this tenant, so it wasn’t requested.');
  const { bytes, text } = await fetchMetadata(transport, metadataUrl, call);
  return { bytes, entities: readEntities(text) };
}

export function isKnownUrl(metadataUrl: unknown): metadataUrl is string {
  return typeof metadataUrl === 'string' && metadataUrl !== '';
}
