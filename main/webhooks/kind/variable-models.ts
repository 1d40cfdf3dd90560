import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { flagIn } from '../../../contract/applications/setting-values.ts';
import type { VariableModel } from '../../../contract/webhooks/webhooks.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';

/** Source: platform specification, "Variable model". */
const modelSchema = z.looseObject({
  node_name: z.string(),
  description: z.string().nullish(),
  type: z.string().nullish(),
  model_mode: z.union([z.boolean(), z.string()]).nullish(),
  multiple_snapshot: z.union([z.boolean(), z.string()]).nullish(),
  model: z
    .looseObject({
      columns: z.array(z.looseObject({ name: z.string(), type: z.string().nullish() })).nullish(),
    })
    .nullish(),
});

export async function readVariableModels(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<VariableModel[]> {
  const models = await client.analytics(
    {
      tenantId,
      method: 'GET',
      path: '/dataset/system/models',
      response: z.array(modelSchema),
      purpose: 'load template variables',
    },
    call,
  );
  return models.map(({ node_name, description, type, model, model_mode, multiple_snapshot }) => ({
    node: node_name,
    description: description ?? '',
    isSystem: type?.toUpperCase() === 'SYSTEM',
    type: type ?? '',
    modelMode: flagIn(model_mode) ?? null,
    multipleSnapshot: flagIn(multiple_snapshot) ?? null,
    columns: (model?.columns ?? []).map((column) => ({ name: column.name, type: column.type ?? '' })),
  }));
}
