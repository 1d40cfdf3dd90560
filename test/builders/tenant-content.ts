import { readMarked } from '../../main/tenants/endpoints/creation-marker.ts';
import type { TestTenant } from './a-tenant.ts';

/**
 * The content of a tenant, by name of the list or record; names of items replace the IDs, which change when
 * items are recreated.
 */
export type TenantContent = Readonly<Record<string, unknown>>;

/** Members set by the platform: who and when, revisions, and IDs of recreated items. */
const renewed =
  /^(_.*|policy_id|id|created_.*|updated_.*|.*timestamp|when.*|lastmodified.*|modified.*|rowkey|appkey|clientid|.*uuid)$/i;

/**
 * Reads everything that changes can affect, bypassing the app: rules, applications with their scripts, and
 * the configuration.
 */
export async function readContent(tenant: TestTenant): Promise<TenantContent> {
  const rules = JSON.parse(await tenant.rulesText()) as Record<string, unknown>[];
  const rows = (await tenant.manage('/redrock/query', {
    Script: 'Select * from Application',
    Args: { Caching: -2 },
  })) as { readonly Results: readonly { readonly Row: { readonly ID: string; readonly Name: string } }[] };
  const applications = await Promise.all(
    rows.Results.map(async ({ Row }) => {
      const record = await tenant.manage('/SaasManage/GetApplication', { _RowKey: Row.ID });
      return withoutId({ row: Row, record }, Row.ID);
    }),
  );
  const names = new Map(rows.Results.map(({ Row }) => [Row.ID, Row.Name]));
  const configuration = await tenant.manage('/TenantConfig/GetCustomerConfig', {});
  return {
    rules: sorted(rules.map(withoutMark).map(withoutRenewed)),
    applications: sorted(applications.map(withoutRenewed)),
    assignments: await readAssignments(tenant, names),
    configuration,
  };
}

/**
 * Rules created by Tenant Desk have a mark after their description, which is irrelevant here (decision 63).
 */
function withoutMark(rule: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { description } = rule;
  return typeof description === 'string' ? { ...rule, description: readMarked(description).text } : rule;
}

/** The applications by name, for each role. */
async function readAssignments(
  tenant: TestTenant,
  names: ReadonlyMap<string, string>,
): Promise<Record<string, readonly unknown[]>> {
  const roles = (await tenant.manage('/redrock/query', {
    Script: 'Select ID, Name from Role',
    Args: { Caching: -2 },
  })) as { readonly Results: readonly { readonly Row: { readonly ID: string; readonly Name: string } }[] };
  const assigned = roles.Results.map(async ({ Row }) => {
    const path = `/SaasManage/GetRoleApps?role=${encodeURIComponent(Row.ID)}`;
    const { Results } = (await tenant.manage(path, {})) as {
      readonly Results: readonly { readonly Row: { readonly ID: string; readonly Automatic: boolean } }[];
    };
    const has = Results.map((grant) => [names.get(grant.Row.ID), grant.Row.Automatic]);
    return [Row.Name, sorted(has)] as const;
  });
  return Object.fromEntries(await Promise.all(assigned));
}

/** The client IDs of the applications that still exist with the same ID. */
export async function readClientIds(
  tenant: TestTenant,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const read = applicationIds.map(async (id) => {
    const record = (await tenant.manage('/SaasManage/GetApplication', { _RowKey: id })) as {
      readonly OAuthProfile?: { readonly ClientID: string } | null;
    };
    return [id, record.OAuthProfile?.ClientID] as const;
  });
  return new Map(await Promise.all(read));
}

/** The platform uses the ID in URLs. */
function withoutId(item: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(item).replaceAll(id, '(id)'));
}

/** Recreated items may be at another position in a list. */
function sorted(items: readonly unknown[]): readonly unknown[] {
  return items
    .map((item) => ({ item, text: JSON.stringify(item) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ item }) => item);
}

function withoutRenewed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRenewed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !renewed.test(name) && !isEmptyValue(member))
      .map(([name, member]) => [name, withoutRenewed(member)]),
  );
}

/** A removed value is sent as an empty value of its type, where the platform had null. */
function isEmptyValue(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
