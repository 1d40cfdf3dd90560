import { isDeepStrictEqual } from 'node:util';
import { applicationStateOf } from '../../../contract/applications/applications.ts';
import { protocolOf } from '../../../contract/applications/application-protocol.ts';
import type { ApplicationState } from '../../../contract/applications/applications.ts';
import type { JsonValue } from '../../../contract/applications/application-settings.ts';
import { valueAt, withValue } from '../../../contract/applications/application-settings.ts';
import { introducedProblems } from '../../../contract/applications/setting-problems.ts';
import type { ChangeRequest, Edit } from '../../../contract/changes/changes.ts';
import { configurationTargetId } from '../../../contract/configuration/configuration.ts';
import { originsTargetId } from '../../../contract/origins/origins.ts';
import { assignmentKindName, assignmentTarget } from '../../../contract/roles/assignment-target.ts';
import { fieldsOf } from '../../../contract/applications/sign-on-fields.ts';
import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import { anApplication } from '../../builders/an-application.ts';
import { aWebhook } from '../../builders/a-webhook.ts';
import { edits } from '../../builders/requests.ts';
import type { DeskOnTenant } from '../desk-on-tenant.ts';
import type { AnyChange } from './any-changes.ts';
import { valueFor } from './any-changes.ts';

/** A choice that needs another member cannot be applied without it: here it stays as it was. */
function withoutUnmetChoices(wanted: ApplicationState, base: ApplicationState): ApplicationState {
  const [path] = Object.keys(introducedProblems(wanted, base));
  if (path === undefined) return wanted;
  const before = valueAt(base.settings, path) as JsonValue | undefined;
  // Where the choice is the old one, what it needs was taken away.
  if (isDeepStrictEqual(before, valueAt(wanted.settings, path)))
    return { ...wanted, settings: base.settings };
  return withoutUnmetChoices({ ...wanted, settings: { ...withValue(wanted.settings, path, before) } }, base);
}

type Desk = Pick<DeskOnTenant, 'call' | 'tenantId' | 'webhooks'>;

/**
 * The changes as edits of the state that is read now. An item is edited once, and deleted items are not changed otherwise;
 * `applicationIds` are those that are touched. Undefined where nothing is left to do.
 */
export async function editsOf(
  desk: Desk,
  changes: readonly AnyChange[],
  applicationIds: readonly string[],
): Promise<ChangeRequest | undefined> {
  const read = { tenantId: desk.tenantId, freshness: 'tenant-first' } as const;
  const [webhooks, { data: roles }] = [await desk.webhooks(), await desk.call('roles.list', read)];
  const idAt = (place: number): string => at(applicationIds, place);
  const detail = async (place: number) => {
    const { data } = await desk.call('applications.get', { ...read, id: idAt(place) });
    return data;
  };
  const deleted = new Set(
    changes.flatMap((change) => (change.does === 'delete application' ? [idAt(change.place)] : [])),
  );
  const isDeleted = (change: AnyChange): boolean =>
    change.does !== 'delete application' &&
    'place' in change &&
    !change.does.endsWith('webhook') &&
    deleted.has(idAt(change.place));

  /** Undefined for what a rule of the tenant decides, which no publication can change. */
  async function editOf(change: AnyChange): Promise<Edit | undefined> {
    switch (change.does) {
      case 'create webhook':
        return { kind: 'webhook', targetId: null, base: null, wanted: aWebhook(change.members) };
      case 'edit webhook': {
        const webhook = at(webhooks, change.place);
        const base = webhookStateOf(webhook);
        return { kind: 'webhook', targetId: webhook.id, base, wanted: { ...base, ...change.members } };
      }
      case 'delete webhook': {
        const webhook = at(webhooks, change.place);
        return { kind: 'webhook', targetId: webhook.id, base: webhookStateOf(webhook), wanted: null };
      }
      case 'create application': {
        const { template: templateId, texts, script } = change;
        const roleIds = [...new Set(change.roles.map((place) => at(roles, place).id))];
        const wanted = anApplication({ templateId, ...texts, script, roles: roleIds });
        return { kind: 'application', targetId: null, base: null, wanted };
      }
      case 'edit application': {
        const application = await detail(change.place);
        const base = applicationStateOf(application);
        const fields = fieldsOf(protocolOf(application.record), application.record).filter(
          ({ isReadOnly, path }) => isReadOnly !== true && path !== 'ServiceName',
        );
        let { settings } = base;
        for (const setting of change.settings) {
          const field = at(fields, setting.field);
          settings = withValue(settings, field.editedPath, valueFor(field, setting));
        }
        const wanted = withoutUnmetChoices({ ...base, ...change.texts, settings: { ...settings } }, base);
        return { kind: 'application', targetId: application.id, base, wanted };
      }
      case 'edit script': {
        const { id, name: application, ownScript } = await detail(change.place);
        const base = { application, script: ownScript ?? '' };
        return { kind: 'script', targetId: id, base, wanted: { application, script: change.script } };
      }
      case 'delete application': {
        const application = await detail(change.place);
        const base = applicationStateOf(application);
        return { kind: 'application', targetId: application.id, base, wanted: null };
      }
      case 'toggle publication': {
        const role = at(roles, change.role);
        const { id, name: application } = await detail(change.place);
        const { data } = await desk.call('roles.publications', { ...read, roleId: role.id });
        const grant = data.find((one) => one.id === id);
        if (grant?.isAutomatic === true) return undefined;
        const isPublished = grant !== undefined;
        const state = { application, role: role.name };
        return {
          kind: assignmentKindName,
          targetId: assignmentTarget({ applicationId: id, roleId: role.id }),
          base: { ...state, isPublished },
          wanted: { ...state, isPublished: !isPublished },
        };
      }
      case 'set origins': {
        const { data } = await desk.call('origins.get', read);
        const { origins } = change;
        return {
          kind: 'origins',
          targetId: originsTargetId,
          base: { origins: [...data.origins] },
          wanted: { origins: [...origins] },
        };
      }
      case 'set configuration': {
        const { state } = (await desk.call('configuration.get', read)).data;
        const wanted = {
          ...state,
          Domain: change.domain,
          IsPasswordPersistanceEnabled: change.keepsPasswords,
          MfaAttributeMapping: change.attributes.map((name) => ({ name, value: `${name} too` })),
        };
        return { kind: 'configuration', targetId: configurationTargetId, base: state, wanted };
      }
    }
  }

  const made = new Map<string, Edit>();
  for (const change of changes.filter((one) => !isDeleted(one))) {
    const edit = await editOf(change);
    if (edit === undefined) continue;
    const key = edit.targetId === null ? `new ${made.size}` : `${edit.kind} ${edit.targetId}`;
    if (!made.has(key)) made.set(key, edit);
  }
  return made.size === 0 ? undefined : edits(...made.values());
}

function at<Thing>(items: readonly Thing[], place: number): Thing {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('There is nothing of this kind in the tenant.');
  return item;
}
