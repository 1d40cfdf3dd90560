import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { WebhookChangeParts } from './live-webhooks.ts';

type LimitedTenant = Pick<TenantProfile, 'id' | 'isSandbox'>;

/** The maximum number of webhooks per tenant. Only embedded tenants report it; other limits are learned from a rejection. */
export interface RuleLimits {
  /** The limit that a tenant with `count` webhooks has reached; undefined if it can have more or its limit isn't known. */
  reachedBy(tenant: LimitedTenant, count: number): number | undefined;
  /** Sends a creation and learns from its answer; `count` reads the current number. Throws what `send` throws. */
  watch(tenantId: string, count: () => Promise<number>, send: () => Promise<void>): Promise<void>;
}

/** Changes that create webhooks in a tenant that may have reached its limit. */
export interface LimitedParts extends WebhookChangeParts {
  readonly limits: RuleLimits;
}

/** The constant of the embedded tenant (`MAX_RULES` there). */
const sandboxLimit = 5_000;

/** Stored in memory only: a tenant's limit may be raised, and a wrong one would warn forever. */
export function createRuleLimits(): RuleLimits {
  const learned = new Map<string, number>();
  return {
    reachedBy({ id, isSandbox }, count) {
      const limit = learned.get(id) ?? (isSandbox ? sandboxLimit : undefined);
      return limit !== undefined && count >= limit ? limit : undefined;
    },
    async watch(tenantId, count, send) {
      try {
        await send();
      } catch (error) {
        const full = isLimitError(error) ? await count().catch(() => undefined) : undefined;
        if (full !== undefined) learned.set(tenantId, full);
        throw error;
      }
      // The tenant accepted one more: the learned limit may be outdated.
      learned.delete(tenantId);
    },
  };
}

/** Tenants have no code for it, only their message. A wrong guess adds a warning, and changes nothing that is sent. */
function isLimitError(error: unknown): boolean {
  if (!(error instanceof DeskFailure) || error.code !== 'refused-by-tenant') return false;
  return /\b(limit|maximum|at most|the most|quota|too many)\b/i.test(
    `${error.message} ${error.error.detail ?? ''}`,
  );
}
