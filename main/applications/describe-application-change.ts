import { isNameTaken } from '../../contract/applications/application-names.ts';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { Change, ChangeDescription } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { hiddenMark } from '../../contract/values/placeholder.ts';
import { mapSecrets } from '../tenants/endpoints/record-secrets.ts';
import { plural } from '../../languages/text/intl.ts';
import { namesOf, requireTemplate } from './add-application.ts';
import { changedParts, isNoScript, labelsOf } from './application-parts.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findApplication, findMembers, findTemplate, freshRows, wantedRoles } from './live-applications.ts';
import { changedSecrets } from './setting-parts.ts';

/** What a person is told about a change of an application beside its parts. */
export async function describeApplicationChange(
  parts: ApplicationChangeParts,
  { targetId, before, after }: Change<ApplicationState>,
  context: ChangeContext,
): Promise<ChangeDescription> {
  if (before === null)
    return after === null ? { warnings: [], steps: [] } : await describeAddition(parts, after, context);
  const words =
    after === null
      ? await describeDelete(parts, targetId, before, context)
      : await describeEdit(parts, targetId, { before, after }, context);
  const live = await findApplication(parts, targetId, context);
  return { ...words, typeName: live?.type ?? '' };
}

async function describeAddition(
  parts: ApplicationChangeParts,
  after: ApplicationState,
  context: ChangeContext,
): Promise<ChangeDescription> {
  const { displayName, type } = await requireTemplate(parts, after.templateId, context);
  const unknown = await parts.secrets.unknownIn(context.tenant.id, after.settings);
  const roles = await wantedRoles(parts, after.roles, context);
  const gone = new Set(after.roles).size - roles.length;
  return {
    title: 'Add application',
    summary: `From the template ${displayName}`,
    typeName: type,
    warnings: [
      ...((await isTaken(parts, after.name, '', context))
        ? [`There is an application named ${after.name} already. This adds another.`]
        : []),
      ...unknown.map((path) => `${path} is not known here and is not set. Give the application a new one.`),
      ...(gone === 0
        ? []
        : [
            `${plural(gone, { one: 'A role', other: `${gone} roles` })} that had it ${plural(gone, { one: 'is', other: 'are' })} no longer there.`,
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
            ? `Name the new application ${after.name} and set it up`
            : `Name the new application ${after.name}, set it up, and publish it to ${namesOf(roles)}`,
      },
      { words: 'Read the application back' },
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
    summary: before.templateId === '' ? 'From no known template' : `From the template ${before.templateId}`,
    warnings: [
      'People who use this application lose it at once.',
      ...(template === undefined
        ? []
        : [
            'An undo adds it anew from its template, with its settings, icon, script and roles. Its identifier, client ID and addresses are new ones then: whatever refers to them has to be changed.',
            ...(hasTemplateScript
              ? ['Its script comes from the template. An undo makes that script the application’s own.']
              : []),
            ...unreadableSecrets(before).map(
              (path) => `The tenant does not tell ${path}: an undo cannot bring it back.`,
            ),
          ]),
    ],
    steps: [
      { words: `Keep all that is known of ${before.name}` },
      { method: 'POST', path: '/SaasManage/DeleteApplication', words: `Delete ${before.name}` },
      { words: 'Read the application and see that it is gone' },
    ],
    ...(template === undefined
      ? { irreversible: `Its template “${before.templateId}” is not in the catalog.` }
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
  const untold = replaced.length === 0 ? [] : unreadableSecrets(before);
  return {
    warnings: [
      ...(isDouble ? [`Another application is named ${after.name} already.`] : []),
      ...untold.map((path) => `The tenant does not tell ${path} as it is now: an undo cannot bring it back.`),
    ],
    steps: [
      { method: 'POST', path: '/SaasManage/GetApplication', words: `Read ${before.name} as it is then` },
      {
        method: 'POST',
        path: '/SaasManage/UpdateApplicationDE',
        words: `Send it back whole with the new ${labelsOf(changedParts(before, after))}`,
      },
      { words: 'Read the application back' },
    ],
  };
}

/** The secrets that the tenant has and masks, by path. */
function unreadableSecrets({ settings }: ApplicationState): readonly string[] {
  const untold: string[] = [];
  mapSecrets(settings, (value, path) => {
    if (value === hiddenMark) untold.push(path);
    return value;
  });
  return untold;
}
