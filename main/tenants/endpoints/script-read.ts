import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ApplicationScript } from '../../../contract/scripts/scripts.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const scriptSchema = z.looseObject({ Modified: z.boolean().nullish(), Script: z.string().nullish() });

/** Source: platform specification, GetScript. */
export async function readScript(
  client: TenantClient,
  { tenantId, applicationId }: { readonly tenantId: string; readonly applicationId: string },
  call: CallContext,
): Promise<ApplicationScript> {
  const read = () =>
    client.manage(
      {
        tenantId,
        path: '/SaasManage/GetScript',
        body: { appkey: applicationId },
        result: scriptSchema,
        purpose: 'read the application’s script',
      },
      call,
    );
  const key = `script:${tenantId}:${applicationId}`;
  const { Modified, Script } = await (call.reading?.once(key, read) ?? read());
  return { script: Script ?? '', isModified: Modified ?? false };
}
