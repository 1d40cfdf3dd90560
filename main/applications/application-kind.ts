import type { ApplicationState } from '../../contract/applications/applications.ts';
import { applicationStateSchema } from '../../contract/applications/applications.ts';
import type { JsonValue } from '../../contract/applications/application-settings.ts';
import { settingsSchema, withValue } from '../../contract/applications/application-settings.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { isRejection } from '../../contract/errors/errors.ts';
import { introducedProblems } from '../../contract/applications/setting-problems.ts';
import type { Change, ChangeKind, Problem, Sides } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { ComparedSource } from '../changes/kind/compared.ts';
import { failure } from '../platform/errors/failure.ts';
import { deleteApplication } from '../tenants/endpoints/application-lifecycle.ts';
import { applicationLane } from '../tenants/endpoints/application-members.ts';
import {
  additionLanes,
  applyAddition,
  namedAsOurs,
  observeAddition,
  requireTemplate,
} from './add-application.ts';
import { applicationParts, isNoScript, mergedSettings, stateOf } from './application-parts.ts';
import type { ApplicationNotes, ApplicationOutcome } from './application-records.ts';
import { applicationNotesSchema, applicationOutcomeSchema, upgradedState } from './application-records.ts';
import { describeApplicationChange } from './describe-application-change.ts';
import { applyEdit, driftOf, observeEdit } from './edit-application.ts';
import type { ComparedApplication } from './compared-applications.ts';
import { comparedApplications } from './compared-applications.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findMembers, requireMembers } from './live-applications.ts';
import { retargetApplication } from './retarget-application.ts';
import { changedSecrets, knowsSettings } from './setting-parts.ts';

const kindName = 'application';

/** An application of the tenant. Source: platform specification, "Application management endpoints". */
export function createApplicationKind(
  parts: ApplicationChangeParts,
  compared: ComparedSource<ComparedApplication>,
): ChangeKind<ApplicationState, ApplicationNotes, ApplicationOutcome> {
  const { secrets } = parts;
  return {
    name: kindName,
    version: 2,
    noun: { one: 'application', many: 'applications' },
    state: applicationStateSchema,
    notes: applicationNotesSchema,
    outcome: applicationOutcomeSchema,
    upgrade: upgradedState,
    parts: applicationParts,
    compared: comparedApplications(compared),
    isIndependent: true,
    laneOf: applicationLane,
    creationLanes: (state, context) => additionLanes(parts, state, context),
    nameOf: ({ name }) => name,
    draftTitle: ({ name }) => (name.trim() === '' ? 'New application' : name),
    problemsOf,
    prepare: (wanted, sides, context) => prepare(parts, wanted, sides, context),
    withMembers,

    async redact(state, { tenant }) {
      const hide = await secrets.hiderFor(tenant.id);
      return { ...state, settings: { ...hide(state.settings) } };
    },

    async redactDraft({ state, base }, { tenantId, targetId }) {
      const settings = await secrets.hideTyped(tenantId, state.settings);
      const hide = await secrets.hiderFor(tenantId);
      const began = base === null ? null : { ...base, settings: { ...hide(base.settings) } };
      await secrets.storeDraft(tenantId, targetId, [settings]);
      return { state: { ...state, settings: { ...settings } }, base: began };
    },

    async read(targetId, context) {
      const members = await findMembers(parts, targetId, context);
      return members === undefined ? undefined : stateOf(members, await secrets.hiderFor(context.tenant.id));
    },

    describe: (change, context) => describeApplicationChange(parts, change, context),
    begin: (change, context) => begin(parts, change, context),

    async apply({ targetId, before, after }, context) {
      if (after === null) return await applyDeletion(parts, { targetId, before }, context);
      return before === null
        ? await applyAddition(parts, after, context)
        : await applyEdit(parts, { targetId, before, after }, context);
    },

    async observe({ targetId, before, after, notes }, outcome, context) {
      if (after !== null) {
        return before === null
          ? await observeAddition(parts, { wanted: after, notes }, outcome, context)
          : await observeEdit(parts, { targetId, before, after }, outcome, context);
      }
      const members = await findMembers(parts, targetId, context);
      if (members === undefined) return { state: 'in-effect', outcome: { targetId: '' } };
      const now = stateOf(members, await secrets.hiderFor(context.tenant.id));
      const drift = before === null ? '' : driftOf(before, now);
      return drift === ''
        ? { state: 'as-before' }
        : { state: 'different', what: `These changed in the tenant: ${drift}.` };
    },

    disown: ({ existingIds = [], ...notes }, ids) => ({ ...notes, existingIds: [...existingIds, ...ids] }),

    inverse({ verb, before, after, notes }, { targetId, added }) {
      const kind = kindName;
      if (verb === 'create') return [{ kind, targetId, base: added ?? after, wanted: null }];
      if (verb === 'update') return [{ kind, targetId, base: after, wanted: before }];
      return [{ kind, targetId: null, base: null, wanted: before && restoredState(before, notes) }];
    },

    retarget: (change, context) => retargetApplication(parts, change, context),
    cached: parts.offline.cached,

    remember(changes, tenantId) {
      const removed = changes.filter(({ targetId, oldId }) => oldId !== '' && oldId !== targetId);
      parts.offline.keep(tenantId, {
        changed: changes.flatMap(({ targetId, state }) => (state === null ? [] : [targetId])),
        removed: removed.map(({ oldId }) => oldId),
      });
    },
  };
}

/** Throws `plan-outdated`, with nothing sent, if it changed just before sending: `begin` read more than its record. */
async function applyDeletion(
  parts: ApplicationChangeParts,
  { targetId, before }: Pick<Change<ApplicationState>, 'targetId' | 'before'>,
  context: ChangeContext,
): Promise<ApplicationOutcome> {
  const { tenant, call, reads } = context;
  reads.forget();
  const live = await requireMembers(parts, targetId, context);
  const drift =
    before === null ? '' : driftOf(before, stateOf(live, await parts.secrets.hiderFor(tenant.id)));
  if (drift !== '') {
    throw failure(
      'plan-outdated',
      `${live.name} changed in ${tenant.name} a moment ago (${drift}). Nothing was sent. Review the deletion again.`,
    );
  }
  await deleteApplication(parts.client, { tenantId: tenant.id, id: targetId, name: live.name }, call);
  return { targetId: '' };
}

/** Problems that the application already has are not problems of an edit. */
function problemsOf(state: ApplicationState, live?: ApplicationState): readonly Problem[] {
  return Object.entries(introducedProblems(state, live)).map(([part, message]) => ({ part, message }));
}

/** Settings are set one by one, in nested objects too; null removes one. */
function withMembers(
  onto: ApplicationState,
  { settings, ...members }: Readonly<Record<string, unknown>>,
): unknown {
  if (settings === undefined) return { ...onto, ...members };
  const entries = Object.entries(settingsSchema.parse(settings));
  const set = entries.filter(([, value]) => value !== null);
  const removed = entries.filter(([, value]) => value === null).map(([name]) => name);
  const merged = mergedSettings(onto.settings, Object.fromEntries<JsonValue>(set));
  return {
    ...onto,
    ...members,
    settings: removed.reduce((left, name) => withValue(left, name, undefined), merged),
  };
}

/** Normalized, with secrets hidden. Throws `invalid-input` for a hidden value that is no longer known. */
async function prepare(
  parts: ApplicationChangeParts,
  wanted: ApplicationState,
  { base, live }: Sides<ApplicationState>,
  context: ChangeContext,
): Promise<ApplicationState> {
  const { secrets } = parts;
  const { tenant } = context;
  const settings = await secrets.hideTyped(tenant.id, wanted.settings);
  const prepared = { ...wanted, name: wanted.name.trim(), settings: { ...settings } };
  if (live === undefined) {
    const { id } = await requireTemplate(parts, wanted.templateId, context);
    return { ...prepared, templateId: id };
  }
  if (wanted.roles !== null) {
    throw failure(
      'invalid-input',
      `Assignments of ${live.name} are changed on its Roles tab, not with its settings.`,
    );
  }
  if (base !== null && !knowsSettings(base) && knowsSettings(prepared) && knowsSettings(live)) {
    throw failure(
      'invalid-input',
      `The draft of ${live.name} is from an earlier version of Tenant Desk, without settings. Discard it and start over.`,
    );
  }
  const changed = changedSecrets(base ?? live, prepared);
  await secrets.reveal(tenant.id, changed, { unknown: 'refuse' });
  // An application can't change its template.
  return { ...prepared, templateId: live.templateId };
}

/** Saves what an undo needs and no other read shows: secrets in the vault, the rest with the change. */
async function begin(
  parts: ApplicationChangeParts,
  { targetId, before, after }: Change<ApplicationState>,
  context: ChangeContext,
): Promise<ApplicationNotes> {
  const { secrets } = parts;
  const { tenant } = context;
  if (after !== null) await secrets.storeTyped(tenant.id, [after.settings]);
  if (before === null) {
    if (after === null) return {};
    const template = await requireTemplate(parts, after.templateId, context);
    const named = await namedAsOurs(parts, { wanted: after, template }, context);
    return { existingIds: named.map(({ id }) => id) };
  }
  const members = await findMembers(parts, targetId, context);
  if (members === undefined) return {};
  const needsSecrets = after === null || Object.keys(changedSecrets(after, before)).length > 0;
  if (needsSecrets) await secrets.keep(tenant.id, members.record);
  if (after !== null) return {};
  return { deleted: { script: members.script, ...(await publishedTo(parts, targetId, context)) } };
}

/** A tenant that doesn't report who has an application must not prevent its deletion. */
async function publishedTo(
  { applicationRoles }: ApplicationChangeParts,
  targetId: string,
  { tenant, call }: ChangeContext,
): Promise<{ readonly roles: string[] | null; readonly automaticRoles: string[] }> {
  try {
    const roles = await applicationRoles.rolesOf(tenant.id, targetId, call);
    const automatic = roles.filter(({ isAutomatic }) => isAutomatic);
    return { roles: roles.map(({ id }) => id), automaticRoles: automatic.map(({ id }) => id) };
  } catch (error) {
    if (!isRejection(toDeskError(error).code)) throw error;
    return { roles: null, automaticRoles: [] };
  }
}

/** The earlier state, completed with what it omits: the template may come with another script the next time. */
function restoredState(before: ApplicationState, { deleted }: ApplicationNotes): ApplicationState {
  if (deleted === undefined) return before;
  const { script, roles, automaticRoles } = deleted;
  return {
    ...before,
    script: before.script ?? (isNoScript(script) ? null : script),
    roles,
    ...(automaticRoles.length === 0 ? {} : { automaticRoles }),
  };
}
