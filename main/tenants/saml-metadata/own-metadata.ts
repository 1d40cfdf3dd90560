import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import type { MetadataEntity } from './read-entities.ts';
import { readEntities } from './read-entities.ts';

export interface OwnMetadata {
  /** As the tenant gave them. */
  readonly bytes: Uint8Array;
  readonly entities: readonly MetadataEntity[];
}

interface MetadataOf {
  readonly tenant: TenantProfile;
  /** As the record of the application tells it. */
  readonly metadataUrl: unknown;
}

/**
 * The metadata of a tenant for one of its applications. Only the tenant itself is asked: a record could name any address.
 * Throws `invalid-input` where it tells no address of the tenant, and what `fetchMetadata` and `readEntities` throw.
 */
export async function readOwnMetadata(
  transport: Transport,
  { tenant, metadataUrl }: MetadataOf,
  call: CallContext,
): Promise<OwnMetadata> {
  if (!isKnownUrl(metadataUrl))
    throw failure('invalid-input', 'The record of the application tells no metadata URL.');
  if (URL.parse(metadataUrl)?.origin !== new URL(tenant.baseUrl).origin)
    throw failure('invalid-input', 'Its metadata URL is not one of this tenant, so it was not asked.');
  const { bytes, text } = await fetchMetadata(transport, metadataUrl, call);
  return { bytes, entities: readEntities(text) };
}

export function isKnownUrl(metadataUrl: unknown): metadataUrl is string {
  return typeof metadataUrl === 'string' && metadataUrl !== '';
}
