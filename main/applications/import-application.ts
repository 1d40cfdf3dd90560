import { z } from 'zod';
import type { ApplicationSummary } from '../../contract/applications.ts';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import { isSameText } from '../changes/three-way-merge.ts';
import { failure } from '../platform/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { ApplicationState } from '../tenants/endpoints/application-state.ts';
import { readApplicationState, updateApplication } from '../tenants/endpoints/application-state.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { readCatalog } from '../tenants/endpoints/catalog.ts';

const workSchema = z.object({
  templateId: z.string(),
  name: z.string(),
  description: z.string().optional(),
  script: z.string().optional(),
  existingIds: z.array(z.string()),
});
const outcomeSchema = z.object({ applicationId: z.string() });

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

const importedSchema = z.array(z.looseObject({ success: z.boolean(), _RowKey: z.string().nullish() }));

/** An import gives the application its template's name; a second request gives it the wanted one. */
export function importApplication(client: TenantClient): ChangeKind<'application.import', Work, Outcome> {
  const freshRows = ({ tenant, call, reads }: ChangeContext): Promise<ApplicationSummary[]> =>
    reads.once('applications', () => readApplications(client, { tenantId: tenant.id, isFresh: true }, call));

  /** The application that the import made: one that was not there before, of this template. */
  async function findImported(work: Work, context: ChangeContext): Promise<string | undefined> {
    const existing = new Set(work.existingIds);
    const arrived = (await freshRows(context)).filter(({ id }) => !existing.has(id));
    const named = arrived.filter(({ name }) => name === work.name);
    for (const { id } of named.length > 0 ? named : arrived) {
      const { templateName } = await readApplicationState(client, id, context);
      if (templateName === '' || templateName === work.templateId) return id;
    }
    return undefined;
  }

  return {
    kind: 'application.import',
    work: workSchema,
    outcome: outcomeSchema,

    async plan(intent, context) {
      const { tenant, call, reads } = context;
      const catalog = await reads.once('catalog', () => readCatalog(client, tenant.id, call));
      const template = catalog.find(({ id }) => id === intent.templateId);
      if (template === undefined) {
        throw failure('not-found', `${tenant.name} has no template “${intent.templateId}” in its catalog.`);
      }
      const rows = await freshRows(context);
      const restore = 'restore' in intent ? intent.restore : undefined;
      return {
        work: {
          templateId: intent.templateId,
          name: intent.name,
          ...restore,
          existingIds: rows.map(({ id }) => id),
        },
        view: {
          action: 'create',
          title: restore === undefined ? 'Add application' : 'Bring application back',
          target: { type: 'application', id: '', name: intent.name },
          summary: `From the template ${template.displayName}`,
          format: 'text',
          before: null,
          after: [
            `name: ${intent.name}`,
            `template: ${template.displayName}`,
            ...(restore === undefined ? [] : [`description: ${restore.description}`]),
            ...(restore?.script === undefined ? [] : ['script:', restore.script]),
          ].join('\n'),
          warnings: rows.some(({ name }) => name === intent.name)
            ? [`There is an application named ${intent.name} already. This adds another.`]
            : [],
          steps: [
            `Import the template ${template.displayName}`,
            `Name the new application ${intent.name}`,
            'Read the application back',
          ],
          isUndoable: true,
        },
      };
    },

    async begin(work, context) {
      return { ...work, existingIds: (await freshRows(context)).map(({ id }) => id) };
    },

    async observe(work, outcome, context) {
      const applicationId = outcome?.applicationId ?? (await findImported(work, context));
      if (applicationId === undefined) return { state: 'as-before' };
      const now = await readApplicationState(client, applicationId, context);
      return isAsWanted(work, now)
        ? { state: 'in-effect', outcome: { applicationId } }
        : { state: 'partial', outcome: { applicationId } };
    },

    async apply(work, context) {
      const applicationId = (await findImported(work, context)) ?? (await sendImport(client, work, context));
      context.reads.forget();
      const now = await readApplicationState(client, applicationId, context);
      if (!isAsWanted(work, now)) {
        const wanted = {
          ...now,
          name: work.name,
          description: work.description ?? now.description,
          ...(work.script === undefined ? {} : { script: work.script, hasOwnScript: true }),
        };
        await updateApplication(client, { id: applicationId, wanted }, context);
      }
      return { applicationId };
    },

    inverse: (_work, outcome) =>
      outcome === undefined
        ? { type: 'after-outcome', description: 'Delete the application that this adds' }
        : {
            type: 'intents',
            intents: [{ kind: 'application.delete', applicationId: outcome.applicationId }],
          },

    describe: ({ name }, { applicationId }) => ({ target: { type: 'application', id: applicationId, name } }),
  };
}

function isAsWanted(work: Work, now: ApplicationState): boolean {
  return (
    now.name === work.name &&
    (work.description === undefined || isSameText(work.description, now.description)) &&
    (work.script === undefined || isSameText(work.script, now.script))
  );
}

async function sendImport(
  client: TenantClient,
  work: Work,
  { tenant, call }: ChangeContext,
): Promise<string> {
  const results = await client.manage(
    {
      tenantId: tenant.id,
      path: '/SaasManage/ImportAppFromTemplate',
      body: { ID: work.templateId },
      result: importedSchema,
      purpose: `add the application ${work.name}`,
    },
    call,
  );
  const id = results.find(({ success }) => success)?._RowKey;
  if (id != null && id !== '') return id;
  throw failure('refused-by-tenant', `${tenant.name} did not add ${work.name}. It gave no reason.`);
}
