import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';

/** Sends an export file unchanged. Source: platform specification, POST /file/import/rules/webhook. */
export async function importRules(
  client: TenantClient,
  {
    tenantId,
    file,
  }: { readonly tenantId: string; readonly file: { readonly name: string; readonly bytes: Uint8Array } },
  call: CallContext,
): Promise<void> {
  await client.analytics(
    {
      tenantId,
      method: 'POST',
      path: '/file/import/rules/webhook',
      file,
      response: z.undefined(),
      purpose: `import ${file.name}`,
    },
    call,
  );
}

/** The tenant's export file, unchanged. Source: platform specification, POST /file/export/rules/webhook/{name}. */
export function exportRules(
  client: TenantClient,
  request: {
    readonly tenantId: string;
    readonly ruleIds: readonly string[];
    /** Without extension. */
    readonly fileName: string;
    readonly includeUrls: boolean;
    readonly includeHeaders: boolean;
    readonly maxBytes: number;
  },
  call: CallContext,
): Promise<Uint8Array> {
  return client.analyticsBytes(
    {
      tenantId: request.tenantId,
      method: 'POST',
      path: `/file/export/rules/webhook/${encodeURIComponent(request.fileName)}`,
      json: {
        policy_ids: request.ruleIds,
        export_url: request.includeUrls,
        export_header: request.includeHeaders,
      },
      maxBytes: request.maxBytes,
      purpose: 'export the webhooks',
    },
    call,
  );
}
