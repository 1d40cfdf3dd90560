import type { CertificateReading } from '../../../contract/applications.ts';
import { toDeskError } from '../../../contract/desk-failure.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { readCertificate } from './read-certificate.ts';
import { readEntities } from './read-entities.ts';

/**
 * The certificate with which the tenant signs for an application, from the metadata at the address that its record tells.
 * Only the tenant itself is asked: a record could name any address.
 */
export async function readSigningCertificate(
  transport: Transport,
  { tenant, metadataUrl }: { readonly tenant: TenantProfile; readonly metadataUrl: unknown },
  call: CallContext,
): Promise<CertificateReading> {
  if (typeof metadataUrl !== 'string' || metadataUrl === '')
    return { state: 'none', reason: 'The record of the application tells no metadata URL.' };
  if (URL.parse(metadataUrl)?.origin !== new URL(tenant.baseUrl).origin)
    return {
      state: 'unreadable',
      reason: 'Its metadata URL is not one of this tenant, so it was not asked.',
    };
  try {
    const entities = readEntities(await fetchMetadata(transport, metadataUrl, call));
    const own = entities
      .flatMap(({ certificates }) => certificates)
      .filter(({ of }) => of === 'identity-provider');
    const [signing] = own.filter(({ use }) => use !== 'encryption');
    if (signing === undefined)
      return { state: 'none', reason: 'The tenant signs nothing for this application.' };
    const certificate = readCertificate(signing.data);
    return certificate === undefined
      ? { state: 'unreadable', reason: 'The certificate in the metadata cannot be read.' }
      : { state: 'read', certificate };
  } catch (error) {
    const { code, message } = toDeskError(error);
    if (code === 'cancelled') throw error;
    return { state: 'unreadable', reason: message };
  }
}
