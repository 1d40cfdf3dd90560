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
import { roleApplicationsKey } from '../roles/offline-assignments.ts';
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

/** Icons per call. */
const iconsAtOnce = 20;

/** Everything that views read of a tenant, with the same handlers, so that the cache has what they show offline. */
export function offlineReads(handlers: Reading, tenantId: string): readonly OfflineReads[] {
  const now = { tenantId, freshness: 'tenant-first' } as const;
  const cached = { tenantId, freshness: 'cache-first' } as const;
  const item = (key: string, read: (call: CallContext) => Promise<Snapshot<unknown>>): OfflineItem => ({
    keys: [key],
    read: async (call) => rejectCached(await read(call)),
  });
  const applications = async (call: CallContext) => (await handlers['applications.list'](cached, call)).data;
  const signed = async (call: CallContext) => (await applications(call)).filter(isSigned);
  const roles = async (call: CallContext) => (await handlers['roles.list'](cached, call)).data;

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
    // Their records, including the metadata URLs, have just been read.
    ofEach('certificates', signed, ({ id }) => ({
      keys: [certificateKey(id)],
      async read(call) {
        const { readAt } = await handlers['applications.certificate']({ ...cached, id }, call);
        if (readAt === undefined) return;
        throw failure('unreachable', 'The tenant’s certificates can’t be loaded now.');
      },
    })),
    {
      kind: 'icons',
      isList: false,
      async items(call) {
        const templates = await handlers['applications.templates'](cached, call);
        const all = [...(await applications(call)), ...templates.data].map(({ icon }) => icon);
        return chunks([...new Set(all.filter(isRead))], iconsAtOnce).map((icons) => ({
          keys: icons.map(iconKey),
          async read(context) {
            const read = await handlers['applications.icons']({ tenantId, icons }, context);
            if (icons.every((icon) => icon in read)) return;
            throw failure(
              'unexpected-response',
              'Some icons couldn’t be loaded. They are retried at the next sync.',
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

function ofEach<Entry>(
  kind: OfflineReads['kind'],
  entries: (call: CallContext) => Promise<readonly Entry[]>,
  itemOf: (entry: Entry) => OfflineItem,
): OfflineReads {
  return { kind, isList: false, items: async (call) => (await entries(call)).map(itemOf) };
}

/** A read that fell back to the cache counts as failed. */
function rejectCached({ source, error }: Snapshot<unknown>): void {
  if (source === 'cache' && error !== undefined) throw new DeskFailure(error);
}

/** False for an image embedded in the record. */
const isRead = (icon: string): boolean => icon !== '' && !icon.startsWith('data:') && icon.length <= 2048;

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}
