import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import { originOf, originLabel } from '../secrets/origin-of.ts';
import type { UsedCredential, WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { Guarded } from '../secrets/marked-credentials.ts';
import { formatList, plural } from '../../../languages/text/intl.ts';

/** Where a webhook is about to send its credentials. */
export interface Destination {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly origin: string;
}

/** The credentials that don't belong to this webhook of this tenant at this URL, or whose location is unknown. */
export function foreignCredentialsAt(
  used: readonly UsedCredential[],
  to: Destination,
): readonly UsedCredential[] {
  return used.filter(({ isAt }) => !isAt(to.origin, to.webhookId));
}

/** The failure that asks for confirmation: it names where each credential belongs, and where it would go. */
export function askBeforeSending(
  tenants: Pick<TenantDirectory, 'list'>,
  foreign: readonly UsedCredential[],
  to: Destination,
): DeskFailure {
  const nameOf = (id: string): string => tenants.list().find((tenant) => tenant.id === id)?.name ?? id;
  const isOfOther = foreign.some(({ isOfOthers }) => isOfOthers);
  const locationOf = ({ location }: UsedCredential): string =>
    location === undefined
      ? ''
      : `“${location.name}”${isOfOther ? ` of ${nameOf(location.tenantId)}` : ''}, ${originLabel(location.origin)}`;
  const lines = [...Map.groupBy(foreign, locationOf)].map(([location, used]) => {
    const labels = listOf(used);
    if (location === '') return `${labels}: where it belongs is unknown`;
    return `${labels} ${plural(used.length, { one: 'belongs', other: 'belong' })} to ${location}`;
  });
  const whose = `“${to.name}”${isOfOther ? ` of ${nameOf(to.tenantId)}` : ''}`;
  return failure(
    'credential-elsewhere',
    `${lines.join('. ')}. This test would send ${plural(foreign.length, { one: 'it', other: 'them' })} for ${whose} to ${originLabel(to.origin)}.`,
  );
}

/** Review warnings about stored credentials that would go to a host where the tenant has never used them. */
export async function movedCredentials(
  secrets: Pick<WebhookSecrets, 'used'>,
  tenantId: string,
  after: Guarded,
): Promise<readonly string[]> {
  const origin = originOf(after.url);
  const used = await secrets.used(tenantId, after);
  const moved = used.flatMap((credential) => {
    const { location } = credential;
    if (location?.tenantId !== tenantId || credential.isAt(origin)) return [];
    return [{ credential, owner: `“${location.name}” for ${originLabel(location.origin)}` }];
  });
  return [...Map.groupBy(moved, ({ owner }) => owner)].map(([owner, all]) => {
    const labels = listOf(all.map(({ credential }) => credential));
    const [are, them] = all.length === 1 ? ['is a credential', 'it'] : ['are credentials', 'them'];
    return `${labels} ${are} of ${owner}. This change sends ${them} to ${originLabel(origin)}.`;
  });
}

/** `“Authorization” and “X-Api-Key”` */
function listOf(used: readonly UsedCredential[]): string {
  return formatList(used.map(({ label }) => label));
}
