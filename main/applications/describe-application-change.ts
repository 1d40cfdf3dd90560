import { isNameTaken } from '../../contract/applications/application-names.ts';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { Change, ChangeDescription } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { hiddenMark } from '../../contract/values/placeholder.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import { namesOf, requireTemplate } from './add-application.ts';
import { changedParts, isNoScript, labelsOf } from './application-parts.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import {
  findApplication,
  findMembers,
  findTemplate,
  freshRows,
  requestedRoles,
} from './live-applications.ts';
import { changedSecrets } from './setting-parts.ts';
import { plural } from '../../languages/text/intl.ts';

/** What the review shows about a change of an application, beyond its parts. */
export async function describeApplicationChange(
  parts: ApplicationChangeParts,
  { targetId, before, after }: Change<ApplicationState>,
  context: ChangeContext,
): Promise<ChangeDescription> {
  if (before === null)
    return after === null ? { warnings: [], steps: [] } : await describeAddition(parts, after, context);
  const description =
    after === null
      ? await describeDelete(parts, targetId, before, context)
      : await describeEdit(parts, targetId, { before, after }, context);
  const live = await findApplication(parts, targetId, context);
  return { ...description, typeName: live?.type ?? '' };
}

async function describeAddition(
  parts: ApplicationChangeParts,
  after: ApplicationState,
  context: ChangeContext,
): Promise<ChangeDescription> {
  const { displayName, type } = await requireTemplate(parts, after.templateId, context);
  const unknown = await parts.secrets.unknownIn(context.tenant.id, after.settings);
  const roles = await requestedRoles(parts, after.roles, context);
  const gone = new Set(after.roles).size - roles.length;
  return {
    title: 'Add application',
    summary: `From the template ${displayName}`,
    typeName: type,
    warnings: [
      ...((await isTaken(parts, after.name, '', context))
        ? [`An application named ${after.name} already exists. This adds another.`]
        : []),
      ...unknown.map((path) => `${path} is no longer stored here and won’t be set. Enter a new one.`),
      ...(gone === 0
        ? []
        : [
            `${plural(gone, { one: 'A role', other: `${gone} roles` })} that had it no longer ${plural(gone, { one: 'exists', other: 'exist' })}.`,
          ]),
    ],
    steps: [
      {
        method: 'POST',
        path: '/SaasManage/ImportAppFromTemplate',
        words: `Add an application from the template ${displayName}`,
      },
      {
        method: 'POST',
        path: '/SaasManage/UpdateApplicationDE',
        words:
          roles.length === 0
            ? `Name the new application ${after.name} and configure it`
            : `Name the new application ${after.name}, configure it, and assign it to ${namesOf(roles)}`,
      },
      { words: 'Verify the application' },
    ],
  };
}

async function isTaken(
  parts: ApplicationChangeParts,
  wanted: string,
  ownId: string,
  context: ChangeContext,
): Promise<boolean> {
  return isNameTaken(await freshRows(parts, context), wanted, ownId);
}

async function describeDelete(
  parts: ApplicationChangeParts,
  targetId: string,
  before: ApplicationState,
  context: ChangeContext,
): Promise<ChangeDescription> {
  const live = await findMembers(parts, targetId, context);
  const hasTemplateScript = live !== undefined && !live.hasOwnScript && !isNoScript(live.script);
  const template = await findTemplate(parts, before.templateId, context);
  return {
    summary: before.templateId === '' ? 'From an unknown template' : `From the template ${before.templateId}`,
    warnings: [
      'Users lose access to this application immediately.',
      ...(template === undefined
        ? []
        : [
            'Undo adds it again from its template with its settings, icon, script and roles, but with a new ID, client ID and URLs. Update everything that refers to them.',
            ...(hasTemplateScript
              ? ['Its script comes from the template. Undo turns it into a custom script.']
              : []),
            ...unreadableSecrets(before).map(
              (path) => `The tenant doesn’t return ${path}, so undo can’t restore it.`,
            ),
          ]),
    ],
    steps: [
      { words: `Save what is known about ${before.name}` },
      { method: 'POST', path: '/SaasManage/DeleteApplication', words: `Delete ${before.name}` },
      { words: 'Verify that the application is gone' },
    ],
    ...(template === undefined
      ? { irreversible: `Its template “${before.templateId}” isn’t in the catalog.` }
      : {}),
  };
}

async function describeEdit(
  parts: ApplicationChangeParts,
  targetId: string,
  { before, after }: { readonly before: ApplicationState; readonly after: ApplicationState },
  context: ChangeContext,
): Promise<ChangeDescription> {
  const isRenamed = before.name.trim() !== after.name.trim();
  const isDouble = isRenamed && (await isTaken(parts, after.name, targetId, context));
  const replaced = Object.keys(changedSecrets(before, after));
  const masked = replaced.length === 0 ? [] : unreadableSecrets(before);
  return {
    warnings: [
      ...(isDouble ? [`Another application is already named ${after.name}.`] : []),
      ...masked.map((path) => `The tenant doesn’t return the current ${path}, so undo can’t restore it.`),
    ],
    steps: [
      { method: 'POST', path: '/SaasManage/GetApplication', words: `Read the current ${before.name}` },
      {
        method: 'POST',
        path: '/SaasManage/UpdateApplicationDE',
        words: `Send the full record with the new ${labelsOf(changedParts(before, after))}`,
      },
      { words: 'Verify the application' },
    ],
  };
}

/** The secrets that the tenant has and masks, by path. */
function unreadableSecrets({ settings }: ApplicationState): readonly string[] {
  const masked: string[] = [];
  mapSecrets(settings, (value, path) => {
    if (value === hiddenMark) masked.push(path);
    return value;
  });
  return masked;
}
