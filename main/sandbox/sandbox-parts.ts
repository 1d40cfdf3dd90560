import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { HideRequest } from './delivery-attempt.ts';

export interface SandboxParts {
  readonly client: TenantClient;
  /** All IDs that a webhook has had, the newest first: each edit gives it another. */
  readonly idsOf: (tenantId: string, webhookId: string) => readonly string[];
  /** The current ID of a webhook. */
  readonly currentId: (tenantId: string, webhookId: string) => string;
  /** Returns a function that replaces credentials by placeholders. */
  readonly hiderFor: (tenantId: string) => Promise<HideRequest>;
}
