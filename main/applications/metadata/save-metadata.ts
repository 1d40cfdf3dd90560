import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { fileStem } from '../../platform/files/file-stem.ts';
import type { Host } from '../../platform/host/host.ts';
import type { Transport } from '../../platform/http/transport.ts';
import { readOwnMetadata } from '../../tenants/saml-metadata/own-metadata.ts';
import { readSigningCertificate } from './signing-certificate.ts';

export interface SavingParts {
  readonly transport: Transport;
  readonly host: Pick<Host, 'saveFile'>;
}

interface SignOnOf {
  readonly tenant: TenantProfile;
  /** Of the application, for the name of the file. */
  readonly name: string;
  readonly metadataUrl: unknown;
}

type Saved = { readonly fileName: string } | undefined;

/**
 * Saves the tenant's metadata for an application unchanged; undefined: no location chosen. They are read first, so that
 * no file dialog opens that can't be completed. Throws what `readOwnMetadata` throws.
 */
export async function saveMetadata(
  { transport, host }: SavingParts,
  { tenant, name, metadataUrl }: SignOnOf,
  call: CallContext,
): Promise<Saved> {
  const { bytes } = await readOwnMetadata(transport, { tenant, metadataUrl }, call);
  const suggestedName = `${fileStem(`${name} metadata`, 'metadata')}.xml`;
  return await host.saveFile(
    { title: 'Save metadata', suggestedName, extensions: ['.xml'] },
    (sink) => sink(bytes),
    call.signal,
  );
}

/** Saves the signing certificate as PEM; undefined: no location chosen. Throws `not-found` when there is none that can be read. */
export async function saveCertificate(
  { transport, host }: SavingParts,
  { tenant, name, metadataUrl }: SignOnOf,
  call: CallContext,
): Promise<Saved> {
  const reading = await readSigningCertificate(transport, { tenant, metadataUrl }, call);
  if (reading.state !== 'read') throw failure('not-found', reading.reason);
  const { pem } = reading.certificate;
  const suggestedName = `${fileStem(`${name} certificate`, 'certificate')}.pem`;
  return await host.saveFile(
    { title: 'Save certificate', suggestedName, extensions: ['.pem'] },
    (sink) => sink(pem),
    call.signal,
  );
}
