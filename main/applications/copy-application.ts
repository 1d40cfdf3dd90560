import type {
  ApplicationState,
  ApplicationTemplate,
  CopiedApplication,
} from '../../contract/applications/applications.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { answersFromCache } from '../../contract/errors/errors.ts';
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
 * What a new application like this one would be. Secrets, identifiers and roles stay behind: another application must not
 * share them unseen. The service name gets one that is free by leaving it to the tenant. Another tenant that cannot be asked is
 * taken at its word later, when the copy is planned there. Throws `not-found` where it has no such template.
 */
export async function copyApplication(
  client: TenantClient,
  { from, id, into }: Copying,
  call: CallContext,
): Promise<CopiedApplication> {
  const isElsewhere = from.id !== into.id;
  const [{ members }, there] = await Promise.all([
    readForShowing(client, { tenantId: from.id, id }, call),
    readOther(client, into, isElsewhere, call),
  ]);
  const template = there && templateFor(there.catalog, members.templateName);
  if (there !== undefined && template === undefined) {
    throw failure(
      'not-found',
      `${into.name} has no template “${members.templateName}” in its catalog, from which ${members.name} was added.`,
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
    name: isElsewhere ? shown.name : freeName(shown.name, taken),
    // An address on the tenant leads nowhere on another one.
    icon: isElsewhere && !shown.icon.startsWith('data:') ? '' : shown.icon,
    settings: { ...withValue(shown.settings, 'ServiceName', undefined) },
    roles: [],
  };
  return {
    state,
    isChecked: there !== undefined,
    notes: [
      ...notesOf({ from, into, secrets, isElsewhere, isTaken: taken.has(shown.name.trim()) }),
      ...(there === undefined
        ? [
            `${into.name} could not be asked. Whether it has the template “${members.templateName}” and the name is free is seen when the copy is reviewed there.`,
          ]
        : []),
    ],
  };
}

/** Undefined for another tenant that cannot be asked now: nobody is signed in to it, or there is no way to it. */
async function readOther(
  client: TenantClient,
  { id: tenantId }: TenantProfile,
  isElsewhere: boolean,
  call: CallContext,
) {
  try {
    const [catalog, applications] = await Promise.all([
      readCatalog(client, tenantId, call),
      readApplications(client, { tenantId, isFresh: false }, call),
    ]);
    return { catalog: catalog.rows, names: applications.rows.map(({ name }) => name.trim()) };
  } catch (error) {
    if (isElsewhere && answersFromCache(toDeskError(error).code)) return undefined;
    throw error;
  }
}

const templateFor = (
  catalog: readonly ApplicationTemplate[],
  nameOrId: string,
): ApplicationTemplate | undefined =>
  catalog.find(({ id }) => id === nameOrId) ?? catalog.find(({ name }) => name === nameOrId);

/** `Payroll copy`, `Payroll copy 2`, no longer than a name may be. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const ending = count === 1 ? ' copy' : ` copy ${count}`;
    const copy = `${name.trim().slice(0, maxNameLength - ending.length)}${ending}`;
    if (!taken.has(copy)) return copy;
  }
}

function notesOf({
  from,
  into,
  secrets,
  isElsewhere,
  isTaken,
}: Omit<Copying, 'id'> & {
  readonly secrets: readonly string[];
  readonly isElsewhere: boolean;
  readonly isTaken: boolean;
}): string[] {
  return [
    ...[...new Set(secrets)].map((path) => `${path} does not come with it. Enter one, or set it later.`),
    'Its identifier, client ID and service name are new ones.',
    isElsewhere
      ? `Roles of ${from.name} are not those of ${into.name}: choose who gets it.`
      : 'It is published to no role yet.',
    ...(isElsewhere
      ? [`Addresses of ${from.name} that stand in its script or settings have to be changed by hand.`]
      : []),
    ...(isElsewhere && isTaken ? [`${into.name} has an application of this name already.`] : []),
  ];
}
