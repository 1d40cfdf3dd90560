import type { CertificateReading } from '../../../contract/applications/applications.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { allowsCache } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { isKnownUrl, readOwnMetadata } from '../../tenants/saml-metadata/own-metadata.ts';
import { readCertificate } from '../../tenants/saml-metadata/read-certificate.ts';
import type { MetadataEntity } from '../../tenants/saml-metadata/read-entities.ts';

/**
 * The certificate with which the tenant signs for an application, from the metadata at the URL in its record.
 * Throws when the tenant can't be asked for it now.
 */
export async function readSigningCertificate(
  transport: Transport,
  { tenant, metadataUrl }: { readonly tenant: TenantProfile; readonly metadataUrl: unknown },
  call: CallContext,
): Promise<CertificateReading> {
  if (!isKnownUrl(metadataUrl))
    return {
      state: 'none',
      hasMetadata: false,
      reason: 'The application record has no metadata URL.',
    };
  try {
    const { entities } = await readOwnMetadata(transport, { tenant, metadataUrl }, call);
    return { ...certificateIn(entities), hasMetadata: true };
  } catch (error) {
    const { code, message } = toDeskError(error);
    if (code === 'canceled') throw error;
    if (allowsCache(code)) throw error;
    if (code !== 'not-found') return { state: 'unreadable', hasMetadata: null, reason: message };
    const reason = 'The tenant has no metadata for this application at the URL in its record.';
    return { state: 'none', hasMetadata: false, reason };
  }
}

type Found<Reading = CertificateReading> = Reading extends unknown ? Omit<Reading, 'hasMetadata'> : never;

function certificateIn(entities: readonly MetadataEntity[]): Found {
  const own = entities
    .flatMap(({ roles }) => roles)
    .filter(({ kind }) => kind === 'identity-provider')
    .flatMap(({ certificates }) => certificates);
  const [signing] = own.filter(({ use }) => use !== 'encryption');
  if (signing === undefined)
    return { state: 'none', reason: 'The tenant doesn’t sign anything for this application.' };
  const certificate = readCertificate(signing.data);
  return certificate === undefined
    ? { state: 'unreadable', reason: 'The certificate in the metadata can’t be read.' }
    : { state: 'read', certificate };
}
