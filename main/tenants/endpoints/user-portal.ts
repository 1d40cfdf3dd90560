import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { UserPortal } from '../../../contract/roles/roles.ts';
import type { TenantClient } from '../client/tenant-client.ts';

const text = z.string().nullish();
const answerSchema = z
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
  const answer = await client.manage(
    {
      tenantId,
      path: `/UPRest/GetUPData?username=${encodeURIComponent(username.toWellFormed())}`,
      body: { force: false },
      result: answerSchema,
      purpose: `read the applications of ${username}`,
    },
    call,
  );
  return {
    username: answer?.UserName ?? username,
    displayName: answer?.DisplayName ?? '',
    applications: (answer?.Apps ?? []).map((app) => ({
      id: app.AppKey ?? '',
      name: app.DisplayName ?? app.Name ?? app.AppKey ?? '',
      description: app.Description ?? '',
      icon: app.Icon ?? '',
      type: app.AppTypeDisplayName ?? '',
    })),
  };
}
