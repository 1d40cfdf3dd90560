import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import type { BackupTenantState } from '../../contract/backup/backup.ts';
import { isSameAddress } from '../../contract/values/normalized-address.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { isLoopback } from '../../contract/schema/loopback.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { requireAllowedTenant } from '../platform/policy/managed-policy.ts';
import type { StoredRow } from '../platform/storage/backup-table.ts';
import type { StoredTenant } from '../tenants/directory/tenant-store.ts';
import { damagedBackup } from './backup-header.ts';
import type { StagedBackup } from './staged-backup.ts';

export interface MappedTenant extends StoredTenant {
  readonly state: BackupTenantState;
  /** Its ID in this profile. */
  readonly localId: string;
}

/** The tenants of a backup, and which of this profile they are. */
export interface TenantMapping {
  readonly tenants: readonly MappedTenant[];
  isDenied(tenantId: unknown): boolean;
  /** A row with the IDs of this profile, wherever it mentions a tenant. */
  toLocal(row: StoredRow): StoredRow;
}

/** A tenant that is here keeps its profile: a file can't redirect it to other servers. */
export function mapTenants(
  { tenants, file }: Pick<StagedBackup, 'tenants' | 'file'>,
  here: readonly StoredTenant[],
  policy: ManagedPolicy,
): TenantMapping {
  const taken = new Set<string>();
  const mapped = tenants.map((record): MappedTenant => {
    const tenant = withoutFalseSandbox(record);
    const { profile } = tenant;
    const found = here.find((each) => isSameTenant(each, tenant) && !taken.has(each.profile.id));
    const localId = found?.profile.id ?? profile.id;
    if (taken.has(localId)) throw damagedBackup(file.name, 'It has a tenant twice.');
    taken.add(localId);
    if (found !== undefined) return { ...tenant, state: 'here', localId };
    return { ...tenant, state: isAllowed(policy, profile) ? 'new' : 'denied', localId };
  });
  const moved = mapped.flatMap(({ profile: { id }, localId }) =>
    id === localId ? [] : [[id, localId] as const],
  );
  const denied = new Set<unknown>(
    mapped.flatMap(({ state, localId }) => (state === 'denied' ? [localId] : [])),
  );
  return {
    tenants: mapped,
    isDenied: (tenantId) => denied.has(tenantId),
    toLocal(row) {
      if (moved.length === 0) return row;
      const local = (value: StoredRow[string]) =>
        typeof value === 'string'
          ? moved.reduce((text, [from, to]) => withLocalId(text, from, to), value)
          : value;
      return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, local(value)]));
    },
  };
}

/** A tenant on another machine isn't embedded, whatever the file says: its requests aren't exempt from the policy. */
function withoutFalseSandbox({ profile, embeddedKey }: StoredTenant): StoredTenant {
  const url = URL.parse(profile.baseUrl);
  const isSandbox = profile.isSandbox && url !== null && isLoopback(url);
  return { profile: { ...profile, isSandbox }, embeddedKey: isSandbox ? embeddedKey : null };
}

/** Shorter IDs could be words of a text; those that Tenant Desk assigns are random UUIDs. */
const minRandomId = 32;

function withLocalId(text: string, from: string, to: string): string {
  if (text === from) return to;
  return from.length < minRandomId ? text : text.replaceAll(from, to);
}

function isSameTenant(here: StoredTenant, { profile, embeddedKey }: StoredTenant): boolean {
  if (here.profile.id === profile.id) return true;
  if (embeddedKey !== null || here.embeddedKey !== null) return here.embeddedKey === embeddedKey;
  return isSameAddress(here.profile.baseUrl, profile.baseUrl);
}

function isAllowed(policy: ManagedPolicy, profile: TenantProfile): boolean {
  try {
    requireAllowedTenant(policy, profile);
    return true;
  } catch (error) {
    if (error instanceof DeskFailure) return false;
    throw error;
  }
}
