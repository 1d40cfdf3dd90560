import type {
  ApplicationState,
  ApplicationTemplate,
  CopiedApplication,
} from '../../contract/applications/applications.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { allowsCache } from '../../contract/errors/errors.ts';
import { withValue } from '../../contract/applications/application-settings.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import { maxNameLength } from '../../contract/applications/setting-problems.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readForShowing } from '../tenants/endpoints/application-members.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { readCatalog } from '../tenants/endpoints/catalog.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import { stateOf } from './application-parts.ts';

interface Copying {
  readonly from: TenantProfile;
  readonly id: string;
  readonly into: TenantProfile;
}

/**
 * The initial state of a copy of this application. Secrets, IDs and roles aren't copied: another application must not
 * share them unnoticed. The service name is dropped so that the tenant picks a free one. When another tenant can't be
 * read, its checks run later, when the copy is reviewed there. Throws `not-found` if it has no such template.
 */
export async function copyApplication(
  client: TenantClient,
  { from, id, into }: Copying,
  call: CallContext,
): Promise<CopiedApplication> {
  const isOtherTenant = from.id !== into.id;
  const [{ members }, there] = await Promise.all([
    readForShowing(client, { tenantId: from.id, id }, call),
    readOther(client, into, isOtherTenant, call),
  ]);
  const template = there && templateFor(there.catalog, members.templateName);
  if (there !== undefined && template === undefined) {
    throw failure(
      'not-found',
      `The catalog of ${into.name} has no template “${members.templateName}”, which ${members.name} was created from.`,
    );
  }
  const secrets: string[] = [];
  const shown = stateOf(members, (record) =>
    mapSecrets(record, (_value, path) => {
      secrets.push(path);
      return undefined;
    }),
  );
  const taken = new Set(there?.names);
  const state: ApplicationState = {
    ...shown,
    templateId: template?.id ?? members.templateName,
    name: isOtherTenant ? shown.name : freeName(shown.name, taken),
    // A URL on the tenant is invalid on another one.
    icon: isOtherTenant && !shown.icon.startsWith('data:') ? '' : shown.icon,
    settings: { ...withValue(shown.settings, 'ServiceName', undefined) },
    roles: [],
  };
  return {
    state,
    isChecked: there !== undefined,
    notes: [
      ...notesOf({ from, into, secrets, isOtherTenant, isTaken: taken.has(shown.name.trim()) }),
      ...(there === undefined
        ? [
            `Couldn’t read ${into.name}. The template “${members.templateName}” and the name are checked when you review the copy there.`,
          ]
        : []),
    ],
  };
}

/** Undefined for another tenant that can't be read now: not signed in, or unreachable. */
async function readOther(
  client: TenantClient,
  { id: tenantId }: TenantProfile,
  isOtherTenant: boolean,
  call: CallContext,
) {
  try {
    const [catalog, applications] = await Promise.all([
      readCatalog(client, tenantId, call),
      readApplications(client, { tenantId, isFresh: false }, call),
    ]);
    return { catalog: catalog.rows, names: applications.rows.map(({ name }) => name.trim()) };
  } catch (error) {
    if (isOtherTenant && allowsCache(toDeskError(error).code)) return undefined;
    throw error;
  }
}

const templateFor = (
  catalog: readonly ApplicationTemplate[],
  nameOrId: string,
): ApplicationTemplate | undefined =>
  catalog.find(({ id }) => id === nameOrId) ?? catalog.find(({ name }) => name === nameOrId);

/** `Payroll copy`, `Payroll copy 2`, within the maximum length of a name. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const ending = count > 1 ? ` copy ${count}` : ' copy';
    const copy = `${name.trim().slice(0, maxNameLength - ending.length)}${ending}`;
    if (!taken.has(copy)) return copy;
  }
}

function notesOf({
  from,
  into,
  secrets,
  isOtherTenant,
  isTaken,
}: Omit<Copying, 'id'> & {
  readonly secrets: readonly string[];
  readonly isOtherTenant: boolean;
  readonly isTaken: boolean;
}): string[] {
  return [
    ...[...new Set(secrets)].map((path) => `${path} isn’t copied. Enter one, or set it later.`),
    'It gets a new ID, client ID and service name.',
    isOtherTenant
      ? `Roles of ${from.name} don’t exist in ${into.name}: choose roles to assign.`
      : 'It isn’t assigned to any role yet.',
    ...(isOtherTenant ? [`Replace URLs of ${from.name} in its script and settings by hand.`] : []),
    ...(isOtherTenant && isTaken ? [`${into.name} already has an application with this name.`] : []),
  ];
}
