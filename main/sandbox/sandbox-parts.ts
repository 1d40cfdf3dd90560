import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { HideRequest } from './delivery-attempt.ts';

export interface SandboxParts {
  readonly client: TenantClient;
  /** All identifiers that a webhook has had, the newest first: each edit gives it another. */
  readonly idsOf: (tenantId: string, webhookId: string) => readonly string[];
  /** The identifier under which a webhook is known now. */
  readonly currentId: (tenantId: string, webhookId: string) => string;
  /** Answers what puts placeholders in the place of credentials. */
  readonly hiderFor: (tenantId: string) => Promise<HideRequest>;
}
