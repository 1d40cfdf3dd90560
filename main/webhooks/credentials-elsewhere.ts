import type { TenantDirectory } from '../tenants/tenant-directory.ts';
import type { DeskFailure } from '../../contract/desk-failure.ts';
import { failure } from '../platform/failure.ts';
import { originOf, originWords } from './origin-of.ts';
import type { Guarded, UsedCredential, WebhookSecrets } from './webhook-secrets.ts';

/** Where a webhook is about to send what it holds. */
export interface Destination {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly origin: string;
}

/** The credentials that do not belong to this webhook of this tenant at this address, or of which that is not known. */
export function strangersAt(used: readonly UsedCredential[], to: Destination): readonly UsedCredential[] {
  return used.filter(
    ({ homes }) =>
      !homes.some(
        ({ tenantId, webhookId, origin }) =>
          tenantId === to.tenantId && webhookId === to.webhookId && origin === to.origin,
      ),
  );
}

/** The failure that asks: it names where each credential belongs, and where it would go. */
export function askBeforeSending(
  tenants: Pick<TenantDirectory, 'list'>,
  strangers: readonly UsedCredential[],
  to: Destination,
): DeskFailure {
  const nameOf = (id: string): string => tenants.list().find((tenant) => tenant.id === id)?.name ?? id;
  const isOfOther = strangers.some(({ homes }) => homes.some(({ tenantId }) => tenantId !== to.tenantId));
  const lines = strangers.map(({ label, homes: [home] }) =>
    home === undefined
      ? `${label}: where it belongs is not known here`
      : `${label} belongs to “${home.name}”${isOfOther ? ` of ${nameOf(home.tenantId)}` : ''}, ${originWords(home.origin)}`,
  );
  const whose = `“${to.name}”${isOfOther ? ` of ${nameOf(to.tenantId)}` : ''}`;
  return failure(
    'credential-elsewhere',
    `${lines.join('. ')}. This test would send it for ${whose} to ${originWords(to.origin)}.`,
  );
}

/** Said in a review: which stored credentials would go to a host at which the tenant has never had them. */
export async function movedCredentials(
  secrets: Pick<WebhookSecrets, 'used'>,
  tenantId: string,
  after: Guarded,
): Promise<readonly string[]> {
  const origin = originOf(after.url);
  const used = await secrets.used(tenantId, after);
  return used.flatMap(({ label, homes }) => {
    const own = homes.filter((home) => home.tenantId === tenantId);
    const [home] = own;
    if (home === undefined || own.some((each) => each.origin === origin)) return [];
    return [
      `${label} is a credential of “${home.name}” for ${originWords(home.origin)}. This change sends it to ${originWords(origin)}.`,
    ];
  });
}
