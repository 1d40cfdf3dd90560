import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { UserPortal } from '../../../contract/roles/roles.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const text = z.string().nullish();
const responseSchema = z
  .looseObject({
    UserName: text,
    DisplayName: text,
    Apps: z
      .array(
        z.looseObject({
          AppKey: text,
          Name: text,
          DisplayName: text,
          Description: text,
          Icon: text,
          AppTypeDisplayName: text,
        }),
      )
      .nullish(),
  })
  .nullish();

/** The applications in a user's portal. Source: compatibility notes, GetUPData. */
export async function readUserPortal(
  client: TenantClient,
  { tenantId, username }: { readonly tenantId: string; readonly username: string },
  call: CallContext,
): Promise<UserPortal> {
  const response = await client.manage(
    {
      tenantId,
      path: `/UPRest/GetUPData?username=${encodeURIComponent(username.toWellFormed())}`,
      body: { force: false },
      result: responseSchema,
      purpose: `read the applications of ${username}`,
    },
    call,
  );
  return {
    username: response?.UserName ?? username,
    displayName: response?.DisplayName ?? '',
    applications: (response?.Apps ?? []).map((app) => ({
      id: app.AppKey ?? '',
      name: app.DisplayName ?? app.Name ?? app.AppKey ?? '',
      description: app.Description ?? '',
      icon: app.Icon ?? '',
      type: app.AppTypeDisplayName ?? '',
    })),
  };
}
