import { z } from 'zod';
import type { ApplicationState } from '../../contract/applications.ts';
import { applicationStateSchema } from '../../contract/applications.ts';
import type { Change, ChangeContext, ChangeKind, ChangeWords } from '../changes/kind/change-kind.ts';
import { deleteApplication } from '../tenants/endpoints/application-lifecycle.ts';
import { applicationLane } from '../tenants/endpoints/application-members.ts';
import type { ApplicationNotes, ApplicationOutcome } from './add-application.ts';
import {
  applicationNotesSchema,
  applicationOutcomeSchema,
  applyAddition,
  namedAsOurs,
  observeAddition,
  requireTemplate,
} from './add-application.ts';
import { applicationParts, changedParts, labelsOf, stateOf } from './application-parts.ts';
import { applyEdit, driftOf, observeEdit } from './edit-application.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findApplication, findMembers, findTemplate, freshRows } from './live-applications.ts';

/** An application of the tenant. Source: platform specification, "Application management endpoints". */
export function createApplicationKind(
  parts: ApplicationChangeParts,
): ChangeKind<ApplicationState, ApplicationNotes, ApplicationOutcome> {
  return {
    name: 'application',
    version: 2,
    noun: { one: 'application', many: 'applications' },
    state: applicationStateSchema,
    notes: applicationNotesSchema,
    outcome: applicationOutcomeSchema,
    // The first drafts of applications had their texts only; version 1 had neither icon nor settings.
    upgrade: (state) => ({
      templateId: '',
      icon: '',
      script: null,
      settings: {},
      roles: null,
      ...z.looseObject({}).parse(state),
    }),
    parts: applicationParts,
    isIndependent: true,
    laneOf: applicationLane,
    nameOf: ({ name }) => name,
    draftTitle: ({ name }) => (name.trim() === '' ? 'New application' : name),
    problemsOf: ({ name }) =>
      name.trim() === '' ? [{ part: 'name', message: 'An application needs a name.' }] : [],

    async prepare(wanted, { live }, context) {
      const name = wanted.name.trim();
      // An application keeps the template that it was added from.
      if (live !== undefined) return { ...wanted, name, templateId: live.templateId };
      const { id } = await requireTemplate(parts, wanted.templateId, context);
      return { ...wanted, name, templateId: id };
    },

    async read(targetId, context) {
      const members = await findMembers(parts, targetId, context);
      return members === undefined ? undefined : stateOf(members);
    },

    describe: (change, context) => describe(parts, change, context),

    async begin({ before, after }, context) {
      if (before !== null || after === null) return {};
      const template = await requireTemplate(parts, after.templateId, context);
      const named = await namedAsOurs(parts, { wanted: after, template }, context);
      return { existingIds: named.map(({ id }) => id) };
    },

    async apply({ targetId, before, after, notes }, context) {
      if (after === null) {
        const name = before?.name ?? targetId;
        await deleteApplication(
          parts.client,
          { tenantId: context.tenant.id, id: targetId, name },
          context.call,
        );
        return { targetId: '' };
      }
      return before === null
        ? await applyAddition(parts, { wanted: after, notes }, context)
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
      const drift = before === null ? '' : driftOf(before, stateOf(members));
      return drift === ''
        ? { state: 'as-before' }
        : { state: 'different', what: `These changed in the tenant: ${drift}.` };
    },

    inverse({ verb, before, after }, { targetId, added }) {
      const kind = 'application';
      if (verb === 'create') return [{ kind, targetId, base: added ?? after, wanted: null }];
      return [{ kind, targetId: verb === 'delete' ? null : targetId, base: after, wanted: before }];
    },

    remember(changes, tenantId) {
      const gone = changes.filter(({ targetId, oldId }) => oldId !== '' && oldId !== targetId);
      parts.offline.keep(tenantId, {
        changed: changes.flatMap(({ targetId, state }) => (state === null ? [] : [targetId])),
        gone: gone.map(({ oldId }) => oldId),
      });
    },
  };
}

async function describe(
  parts: ApplicationChangeParts,
  { targetId, before, after }: Change<ApplicationState>,
  context: ChangeContext,
): Promise<ChangeWords> {
  if (before === null)
    return after === null ? { warnings: [], steps: [] } : await describeAddition(parts, after, context);
  const words = after === null ? await describeDelete(parts, before, context) : describeEdit(before, after);
  const live = await findApplication(parts, targetId, context);
  return { ...words, typeName: live?.type ?? '' };
}

async function describeAddition(
  parts: ApplicationChangeParts,
  after: ApplicationState,
  context: ChangeContext,
): Promise<ChangeWords> {
  const { displayName, type } = await requireTemplate(parts, after.templateId, context);
  const isDouble = (await freshRows(parts, context)).some(({ name }) => name.trim() === after.name.trim());
  return {
    title: 'Add application',
    summary: `From the template ${displayName}`,
    typeName: type,
    warnings: isDouble ? [`There is an application named ${after.name} already. This adds another.`] : [],
    steps: [
      {
        method: 'POST',
        path: '/SaasManage/ImportAppFromTemplate',
        words: `Add an application from the template ${displayName}`,
      },
      {
        method: 'POST',
        path: '/SaasManage/UpdateApplicationDE',
        words: `Name the new application ${after.name}`,
      },
      { words: 'Read the application back' },
    ],
  };
}

async function describeDelete(
  parts: ApplicationChangeParts,
  before: ApplicationState,
  context: ChangeContext,
): Promise<ChangeWords> {
  const template = await findTemplate(parts, before.templateId, context);
  return {
    summary: before.templateId === '' ? 'From no known template' : `From the template ${before.templateId}`,
    warnings: [
      'People who use this application lose it at once.',
      ...(template === undefined
        ? []
        : [
            'An undo adds it anew from its template with its name, description and own script. Its identifier, roles, keys and other settings are not brought back.',
          ]),
    ],
    steps: [
      { method: 'POST', path: '/SaasManage/DeleteApplication', words: `Delete ${before.name}` },
      { words: 'Read the application and see that it is gone' },
    ],
    ...(template === undefined
      ? { irreversible: `Its template “${before.templateId}” is not in the catalog.` }
      : {}),
  };
}

function describeEdit(before: ApplicationState, after: ApplicationState): ChangeWords {
  return {
    warnings: [],
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
