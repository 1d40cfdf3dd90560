import type { ApplicationDetail, ApplicationState } from '../../contract/applications/applications.ts';
import { applicationDetailSchema, applicationStateOf } from '../../contract/applications/applications.ts';
import type { JsonValue, Settings } from '../../contract/applications/application-settings.ts';
import { withValue } from '../../contract/applications/application-settings.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { Comparable, ComparedIn, ComparedSource, ComparedItem } from '../changes/kind/compared.ts';
import { addressesAs, isOneTenant } from '../changes/kind/compared.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { findApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import type { HideSecrets } from './application-secrets.ts';
import { readStoredList } from './stored-list.ts';
import { stateOf } from './application-parts.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { applicationKey } from './offline-applications.ts';

/** An application with its script: both come with one read. */
export interface ComparedApplication {
  readonly state: ApplicationState;
  /** Null where a cached record doesn't contain it: the script of a template is not in it. */
  readonly script: string | null;
}

/** Applications and their scripts: one read serves both. */
export function comparedApplicationSource(
  { client, secrets }: Pick<ApplicationChangeParts, 'client' | 'secrets'>,
  { snapshots }: Pick<SnapshotCache, 'snapshots'>,
): ComparedSource<ComparedApplication> {
  const list = async ({ tenant, call }: ChangeContext): Promise<ComparedItem[]> => {
    const { rows } = await readApplications(client, { tenantId: tenant.id, isFresh: true }, call);
    return rows.map(({ id, name, templateName }) => ({ id, name, variant: templateName }));
  };
  const read = async (
    { id }: ComparedItem,
    { tenant, call }: ChangeContext,
    hide: HideSecrets,
  ): Promise<ComparedApplication | undefined> => {
    const found = await findApplicationMembers(client, { tenantId: tenant.id, id }, call);
    return found && { state: stateOf(found.members, hide), script: found.members.script };
  };
  return {
    list,
    read: (item, context) => read(item, context, secrets.hide),
    ofOne: {
      list,
      read: async (item, context) => await read(item, context, await secrets.hiderFor(context.tenant.id)),
      keyId: secrets.keyId,
    },
    cached({ id: tenantId }) {
      const list = readStoredList(snapshots, tenantId);
      return (
        list && {
          readAt: list.fetchedAt,
          items: list.data.map(({ id, name, templateName }) => ({ id, name, variant: templateName })),
          record({ id }) {
            const stored = snapshots.read(tenantId, applicationKey(id), applicationDetailSchema);
            return stored && fromCachedRow(stored.data);
          },
        }
      );
    },
  };
}

function fromCachedRow(detail: ApplicationDetail): ComparedApplication {
  return { state: applicationStateOf(detail), script: detail.ownScript };
}

/** Part of URLs of its tenant, and unique there. */
const serviceName = 'ServiceName';

export function comparedApplications(
  source: ComparedSource<ComparedApplication>,
): Comparable<ApplicationState, ComparedApplication> {
  return {
    source,
    eventSubject: (id) => ({ type: 'Application', id }),
    // The script is a separate kind, and an icon may be a file of its tenant.
    stateOf: ({ state }, where) => ({
      ...state,
      icon: isOneTenant(where) || state.icon.startsWith('data:') ? state.icon : '',
      script: null,
      settings: isOneTenant(where)
        ? state.settings
        : { ...withValue(withOtherUrls(state.settings, where), serviceName, undefined) },
    }),
    carry(wanted, base, where) {
      const settings = withOtherUrls(wanted.settings, where);
      if (base === null) {
        const script = wanted.script === null ? null : addressesAs(wanted.script, where);
        return { ...wanted, script, settings: { ...withoutSecrets(settings) } };
      }
      const own = base.settings[serviceName];
      return {
        ...wanted,
        templateId: base.templateId,
        script: base.script,
        icon: wanted.icon.startsWith('data:') ? wanted.icon : base.icon,
        roles: null,
        settings: { ...withValue(withSecretsOf(base.settings, settings), serviceName, own) },
      };
    },
  };
}

function withOtherUrls(settings: Settings, where: ComparedIn): Settings {
  if (where.tenant.id === where.as.id) return settings;
  const moved = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return addressesAs(value, where);
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each)]));
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, moved(value)]));
}

/** Secrets aren't copied: placeholders of one tenant are unknown in another. */
const withoutSecrets = (settings: Settings): Settings => mapSecrets(settings, () => undefined);

function withSecretsOf(base: Settings, settings: Settings): Settings {
  const had = new Map<string, string>();
  mapSecrets(base, (value, path) => {
    had.set(path, value);
    return value;
  });
  const withKnownSecrets = mapSecrets(settings, (_value, path) => had.get(path));
  // Keep secrets that only the target has.
  return [...had].reduce<Settings>(
    (all, [path, value]) => (/^[^.]+(\.[^.\d]+)?$/.test(path) ? withValue(all, path, value) : all),
    withKnownSecrets,
  );
}
