import type { Snapshot } from '../../contract/schema/snapshot.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { CallContext, HandlersOf } from '../../contract/bridge/methods.ts';
import { applicationsKey } from '../applications/stored-list.ts';
import { certificateKey } from '../applications/metadata/cached-certificate.ts';
import { applicationKey, templatesKey } from '../applications/offline-applications.ts';
import { iconKey } from '../applications/read-icons.ts';
import { configurationKey } from '../configuration/configuration-kind.ts';
import type { OfflineItem, OfflineReads } from '../offline/sync-run.ts';
import { originsKey } from '../origins/origins-key.ts';
import { failure } from '../platform/errors/failure.ts';
import { memberCountsKey, roleMembersKey } from '../roles/handlers.ts';
import { roleApplicationsKey } from '../roles/offline-publications.ts';
import { scriptKey } from '../scripts/kind/script-kind.ts';
import { rolesKey } from '../tenants/endpoints/role-rows.ts';
import { variableModelsKey } from '../webhooks/handlers.ts';
import { webhooksKey } from '../webhooks/kind/offline-webhooks.ts';
import { isSigned } from './overview-reads.ts';

type Reading = HandlersOf<'applications'> &
  HandlersOf<'scripts'> &
  HandlersOf<'roles'> &
  HandlersOf<'origins'> &
  HandlersOf<'configuration'> &
  HandlersOf<'webhooks'>;

/** Icons of one call. */
const iconsAtOnce = 20;

/** All that views read of a tenant, by the calls with which they read it: what is kept is what they show offline. */
export function offlineReads(handlers: Reading, tenantId: string): readonly OfflineReads[] {
  const now = { tenantId, freshness: 'tenant-first' } as const;
  const kept = { tenantId, freshness: 'cache-first' } as const;
  const item = (key: string, read: (call: CallContext) => Promise<Snapshot<unknown>>): OfflineItem => ({
    keys: [key],
    read: async (call) => rejectCached(await read(call)),
  });
  const applications = async (call: CallContext) => (await handlers['applications.list'](kept, call)).data;
  const signed = async (call: CallContext) => (await applications(call)).filter(isSigned);
  const roles = async (call: CallContext) => (await handlers['roles.list'](kept, call)).data;

  return [
    list('applications', [item(applicationsKey, (call) => handlers['applications.list'](now, call))]),
    list('catalog', [item(templatesKey, (call) => handlers['applications.templates'](now, call))]),
    list('roles', [
      item(rolesKey, (call) => handlers['roles.list'](now, call)),
      item(memberCountsKey, (call) => handlers['roles.memberCounts'](now, call)),
    ]),
    list('origins', [item(originsKey, (call) => handlers['origins.get'](now, call))]),
    list('configuration', [item(configurationKey, (call) => handlers['configuration.get'](now, call))]),
    list('webhooks', [
      item(webhooksKey, (call) => handlers['webhooks.list'](now, call)),
      item(variableModelsKey, (call) => handlers['webhooks.models'](now, call)),
    ]),
    ofEach('role-applications', roles, ({ id: roleId }) =>
      item(roleApplicationsKey(roleId), (call) => handlers['roles.publications']({ ...now, roleId }, call)),
    ),
    ofEach('role-members', roles, ({ id: roleId }) =>
      item(roleMembersKey(roleId), (call) => handlers['roles.members']({ ...now, roleId }, call)),
    ),
    ofEach('records', applications, ({ id }) =>
      item(applicationKey(id), (call) => handlers['applications.get']({ ...now, id }, call)),
    ),
    ofEach('scripts', applications, ({ id: applicationId }) =>
      item(scriptKey(applicationId), (call) => handlers['scripts.get']({ ...now, applicationId }, call)),
    ),
    // Their records were read just now, each with the address of its metadata.
    ofEach('certificates', signed, ({ id }) => ({
      keys: [certificateKey(id)],
      async read(call) {
        const { readAt } = await handlers['applications.certificate']({ ...kept, id }, call);
        if (readAt === undefined) return;
        throw failure('unreachable', 'The tenant cannot be asked for its certificates now.');
      },
    })),
    {
      kind: 'icons',
      isList: false,
      async items(call) {
        const templates = await handlers['applications.templates'](kept, call);
        const all = [...(await applications(call)), ...templates.data].map(({ icon }) => icon);
        return chunks([...new Set(all.filter(isRead))], iconsAtOnce).map((icons) => ({
          keys: icons.map(iconKey),
          async read(context) {
            const read = await handlers['applications.icons']({ tenantId, icons }, context);
            if (icons.every((icon) => icon in read)) return;
            throw failure(
              'unexpected-response',
              'Some icons could not be read. They are read again the next time.',
            );
          },
        }));
      },
    },
  ];
}

const list = (kind: OfflineReads['kind'], items: readonly OfflineItem[]): OfflineReads => ({
  kind,
  isList: true,
  items: async () => items,
});

function ofEach<Thing>(
  kind: OfflineReads['kind'],
  things: (call: CallContext) => Promise<readonly Thing[]>,
  itemOf: (thing: Thing) => OfflineItem,
): OfflineReads {
  return { kind, isList: false, items: async (call) => (await things(call)).map(itemOf) };
}

/** A read that fell back to what is kept has kept nothing. */
function rejectCached({ source, error }: Snapshot<unknown>): void {
  if (source === 'cache' && error !== undefined) throw new DeskFailure(error);
}

/** An image that the record holds itself needs no reading. */
const isRead = (icon: string): boolean => icon !== '' && !icon.startsWith('data:') && icon.length <= 2048;

function chunks<Thing>(things: readonly Thing[], size: number): Thing[][] {
  const starts = Array.from({ length: Math.ceil(things.length / size) }, (_, index) => index * size);
  return starts.map((start) => things.slice(start, start + size));
}
