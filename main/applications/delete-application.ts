import { z } from 'zod';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import { failure } from '../platform/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readApplicationState } from '../tenants/endpoints/application-state.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { readCatalog } from '../tenants/endpoints/catalog.ts';

const workSchema = z.object({
  applicationId: z.string(),
  name: z.string(),
  /** What an undo can bring back; absent where the template is not in the catalog. */
  restore: z
    .object({ templateId: z.string(), description: z.string(), script: z.string().optional() })
    .optional(),
});
const outcomeSchema = z.object({});

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

const deletedSchema = z.array(z.looseObject({ success: z.boolean(), _RowKey: z.string().nullish() }));

export function deleteApplication(client: TenantClient): ChangeKind<'application.delete', Work, Outcome> {
  const isThere = async (id: string, { tenant, call, reads }: ChangeContext): Promise<boolean> => {
    const rows = await reads.once('applications', () =>
      readApplications(client, { tenantId: tenant.id, isFresh: true }, call),
    );
    return rows.some((row) => row.id === id);
  };

  return {
    kind: 'application.delete',
    work: workSchema,
    outcome: outcomeSchema,

    async plan({ applicationId }, context) {
      const { tenant, call, reads } = context;
      if (!(await isThere(applicationId, context))) return alreadyGone(applicationId);
      const now = await readApplicationState(client, applicationId, context);
      const catalog = await reads.once('catalog', () => readCatalog(client, tenant.id, call));
      const template = catalog.find(({ id, name }) => id === now.templateName || name === now.templateName);
      const restore =
        template === undefined
          ? undefined
          : {
              templateId: template.id,
              description: now.description,
              ...(now.hasOwnScript ? { script: now.script } : {}),
            };
      return {
        work: { applicationId, name: now.name, ...(restore === undefined ? {} : { restore }) },
        view: {
          action: 'delete',
          title: 'Delete application',
          target: { type: 'application', id: applicationId, name: now.name },
          summary:
            now.templateName === '' ? 'From no known template' : `From the template ${now.templateName}`,
          format: 'text',
          before: describe(now),
          after: null,
          warnings: [
            'People who use this application lose it at once.',
            restore === undefined
              ? `Its template “${now.templateName}” is not in the catalog, so there is no undo.`
              : 'An undo imports it anew from its template with its name, description and script. Its identifier, roles, keys and other settings are not brought back.',
          ],
          steps: [`Delete ${now.name}`, 'Read the applications and see that it is gone'],
          isUndoable: restore !== undefined,
        },
      };
    },

    async observe({ applicationId }, _outcome, context) {
      return (await isThere(applicationId, context))
        ? { state: 'as-before' }
        : { state: 'in-effect', outcome: {} };
    },

    async apply({ applicationId, name }, { tenant, call }) {
      const results = await client.manage(
        {
          tenantId: tenant.id,
          path: '/SaasManage/DeleteApplication',
          body: { _RowKey: [applicationId] },
          result: deletedSchema,
          purpose: `delete the application ${name}`,
        },
        call,
      );
      if (results.some(({ success }) => !success)) {
        throw failure('refused-by-tenant', `${tenant.name} did not delete ${name}. It gave no reason.`);
      }
      return {};
    },

    inverse: ({ name, restore }) =>
      restore === undefined
        ? { type: 'none', reason: 'Its template is not in the catalog.' }
        : {
            type: 'intents',
            intents: [
              {
                kind: 'application.import',
                templateId: restore.templateId,
                name,
                restore: {
                  description: restore.description,
                  ...(restore.script === undefined ? {} : { script: restore.script }),
                },
              },
            ],
          },
  };
}

function describe(now: {
  readonly name: string;
  readonly description: string;
  readonly templateName: string;
  readonly script: string;
}): string {
  return [
    `name: ${now.name}`,
    `description: ${now.description}`,
    `template: ${now.templateName}`,
    'script:',
    now.script,
  ].join('\n');
}

function alreadyGone(applicationId: string) {
  return {
    work: { applicationId, name: applicationId },
    view: {
      action: 'none' as const,
      title: 'Delete application',
      target: { type: 'application', id: applicationId, name: applicationId },
      summary: 'Already gone',
      format: 'text' as const,
      before: null,
      after: null,
      warnings: [],
      steps: [],
      isUndoable: false,
    },
  };
}
