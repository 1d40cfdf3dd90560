import type { Settings } from '../../contract/applications/application-settings.ts';
import { isPlaceholder } from '../../contract/values/placeholder.ts';
import type { Credential, StoredCredentials } from '../platform/secrets/stored-credentials.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';

/** Secrets that are known here, by their placeholders: those typed in this session, and those in the vault. */
export interface KnownSecrets {
  /** The values of these placeholders. The vault is read only if one of them was not typed in this session. */
  valuesFor(tenantId: string, marks: readonly string[]): Promise<(mark: string) => string | undefined>;
  /** The known secrets of these settings, for storing. */
  credentialsOf(tenantId: string, settings: readonly Settings[]): Promise<Map<string, Credential>>;
  rememberTyped(tenantId: string, mark: string, value: string): void;
}

export function createKnownSecrets(vaultStore: Pick<StoredCredentials, 'read'>): KnownSecrets {
  /** Secrets typed in this session, by tenant and placeholder. */
  const typed = new Map<string, Map<string, string>>();

  async function valuesFor(
    tenantId: string,
    marks: readonly string[],
  ): Promise<(mark: string) => string | undefined> {
    const inSession = typed.get(tenantId);
    const isMissing = marks.some((mark) => inSession?.has(mark) !== true);
    const inVault = isMissing ? await vaultStore.read(tenantId) : undefined;
    return (mark) => inSession?.get(mark) ?? inVault?.get(mark)?.value;
  }

  function rememberTyped(tenantId: string, mark: string, value: string): void {
    const ofTenant = typed.get(tenantId) ?? new Map<string, string>();
    typed.set(tenantId, ofTenant.set(mark, value));
  }

  async function credentialsOf(
    tenantId: string,
    settings: readonly Settings[],
  ): Promise<Map<string, Credential>> {
    const marks = settings.flatMap(marksIn);
    if (marks.length === 0) return new Map();
    const find = await valuesFor(tenantId, marks);
    return new Map(
      marks.flatMap((mark) => {
        const value = find(mark);
        return value === undefined ? [] : [[mark, { value, locations: [] }] as const];
      }),
    );
  }

  return { valuesFor, credentialsOf, rememberTyped };
}

/** The placeholders in settings. */
export function marksIn(settings: Settings): readonly string[] {
  const marks: string[] = [];
  mapSecrets(settings, (value) => {
    if (isPlaceholder(value)) marks.push(value);
    return value;
  });
  return marks;
}
