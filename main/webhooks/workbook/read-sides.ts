import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { VariableModel } from '../../../contract/webhooks/webhooks.ts';
import { freshContext } from '../../changes/kind/change-context.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { LiveWebhook, WebhookChangeParts } from '../kind/live-webhooks.ts';
import { readWebhooks } from '../kind/live-webhooks.ts';
import { readVariableModels } from '../kind/variable-models.ts';
import type { SourceRule, WorkbookRecord } from './workbook-record.ts';

/** What both sides of a workbook contain, as last read. */
export interface Sides {
  readonly rules: readonly SourceRule[];
  readonly target: readonly LiveWebhook[];
  /** Empty when the target couldn't report them: then no column is unknown. */
  readonly models: readonly VariableModel[];
  /** Milliseconds since the epoch. */
  readonly sourceReadAt: number;
  readonly targetReadAt: number;
}

export interface SideReading extends WebhookChangeParts {
  readonly tenants: TenantDirectory;
  readonly now: () => number;
}

/** Reads both sides from their tenants. Throws what a read throws; sends no changes. */
export async function readSides(
  reading: SideReading,
  { source, targetId }: WorkbookRecord,
  call: CallContext,
): Promise<Sides> {
  const live = (tenantId: string): Promise<readonly LiveWebhook[]> =>
    readWebhooks(reading, freshContext(reading.tenants.get(tenantId), call));
  const [target, models, rules] = await Promise.all([
    targetId === null ? [] : live(targetId),
    targetId === null ? [] : readVariableModels(reading.client, targetId, call).catch(() => []),
    source.type === 'file' ? source.rules : live(source.tenantId).then(rulesOfTenant),
  ]);
  const now = reading.now();
  const sourceReadAt = source.type === 'file' ? source.readAt : now;
  return { rules, target, models, sourceReadAt, targetReadAt: now };
}

function rulesOfTenant(webhooks: readonly LiveWebhook[]): readonly SourceRule[] {
  return webhooks.map(({ id, seen }) => ({
    key: id,
    state: webhookStateOf(seen),
    updatedAt: seen.updatedAt,
  }));
}
