import { readMarked } from '../../main/tenants/endpoints/creation-marker.ts';
import type { TestTenant } from './a-tenant.ts';

/** What a tenant holds, by name of the list or record; names of things stand for the identifiers that it renews. */
export type TenantContent = Readonly<Record<string, unknown>>;

/** What the platform sets by itself: who and when, revisions, and identifiers of what was made anew. */
const renewed =
  /^(_.*|policy_id|id|created_.*|updated_.*|.*timestamp|when.*|lastmodified.*|modified.*|rowkey|appkey|clientid|.*uuid)$/i;

/** Reads everything that changes can touch, past the desk: rules, applications with their scripts, and the configuration. */
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
    publications: await readPublications(tenant, names),
    configuration,
  };
}

/** Whatever was created from here carries a mark behind its description, which says nothing about it (decision 63). */
function withoutMark(rule: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { description } = rule;
  return typeof description === 'string' ? { ...rule, description: readMarked(description).text } : rule;
}

/** Role by role, the applications by their names. */
async function readPublications(
  tenant: TestTenant,
  names: ReadonlyMap<string, string>,
): Promise<Record<string, readonly unknown[]>> {
  const roles = (await tenant.manage('/redrock/query', {
    Script: 'Select ID, Name from Role',
    Args: { Caching: -2 },
  })) as { readonly Results: readonly { readonly Row: { readonly ID: string; readonly Name: string } }[] };
  const published = roles.Results.map(async ({ Row }) => {
    const path = `/SaasManage/GetRoleApps?role=${encodeURIComponent(Row.ID)}`;
    const { Results } = (await tenant.manage(path, {})) as {
      readonly Results: readonly { readonly Row: { readonly ID: string; readonly Automatic: boolean } }[];
    };
    const has = Results.map((grant) => [names.get(grant.Row.ID), grant.Row.Automatic]);
    return [Row.Name, sorted(has)] as const;
  });
  return Object.fromEntries(await Promise.all(published));
}

/** The client IDs of those of the applications that are there under the same identifier. */
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

/** The platform makes addresses of the identifier. */
function withoutId(thing: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(thing).replaceAll(id, '(id)'));
}

/** What is made anew may stand elsewhere in a list. */
function sorted(things: readonly unknown[]): readonly unknown[] {
  return things
    .map((thing) => ({ thing, text: JSON.stringify(thing) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ thing }) => thing);
}

function withoutRenewed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRenewed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !renewed.test(name) && !saysNothing(member))
      .map(([name, member]) => [name, withoutRenewed(member)]),
  );
}

/** What is taken away again is sent as nothing of its own type, where the platform had null of its own. */
function saysNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
