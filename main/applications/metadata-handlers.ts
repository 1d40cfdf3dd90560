import { applicationDetailSchema } from '../../contract/applications/applications.ts';
import type { CallContext, HandlersOf } from '../../contract/bridge/methods.ts';
import type { Host } from '../platform/host/host.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { readForShowing } from '../tenants/endpoints/application-members.ts';
import { fetchMetadata } from '../tenants/saml-metadata/fetch-metadata.ts';
import { applicationKey } from './offline-applications.ts';
import { readCachedCertificate } from './metadata/cached-certificate.ts';
import { proposeSettings } from './metadata/propose-settings.ts';
import { saveCertificate, saveMetadata } from './metadata/save-metadata.ts';
import { readSigningCertificate } from './metadata/signing-certificate.ts';

export interface MetadataParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly transport: Transport;
  readonly tenants: Pick<TenantDirectory, 'get'>;
  readonly host: Pick<Host, 'saveFile'>;
}

interface ApplicationId {
  readonly tenantId: string;
  readonly id: string;
}

type MetadataMethods =
  | 'applications.readMetadata'
  | 'applications.certificate'
  | 'applications.saveMetadata'
  | 'applications.saveCertificate';

/** The metadata of a service provider, which an application is created from, and that of the tenant as its identity provider. */
export function createMetadataHandlers({
  client,
  cache,
  transport,
  tenants,
  host,
}: MetadataParts): Pick<HandlersOf<'applications'>, MetadataMethods> {
  async function signOnOf({ tenantId, id }: ApplicationId, call: CallContext) {
    const { members } = await readForShowing(client, { tenantId, id }, call);
    const { name, record } = members;
    return { tenant: tenants.get(tenantId), name, metadataUrl: record['IdpMetadataUrl'] };
  }

  function knownSignOnOf({ tenantId, id }: ApplicationId) {
    const known = cache.snapshots.read(tenantId, applicationKey(id), applicationDetailSchema)?.data;
    return known === undefined
      ? undefined
      : { tenant: tenants.get(tenantId), metadataUrl: known.record['IdpMetadataUrl'] };
  }

  return {
    'applications.readMetadata': async (source, call) => {
      const text =
        source.from === 'text' ? source.text : (await fetchMetadata(transport, source.url, call)).text;
      return proposeSettings(text, cache.now());
    },
    'applications.certificate': ({ freshness, ...one }, call) =>
      readCachedCertificate(cache, one, async () => {
        const known = freshness === 'cache-first' ? knownSignOnOf(one) : undefined;
        return await readSigningCertificate(transport, known ?? (await signOnOf(one, call)), call);
      }),
    'applications.saveMetadata': async (one, call) =>
      await saveMetadata({ transport, host }, await signOnOf(one, call), call),
    'applications.saveCertificate': async (one, call) =>
      await saveCertificate({ transport, host }, await signOnOf(one, call), call),
  };
}
