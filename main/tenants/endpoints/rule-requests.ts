import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import type { RuleDefinition } from './rule-record.ts';
import { toWireDefinition } from './rule-record.ts';

/** Shared, because a run sends many requests. */
const nothing = z.undefined();

/** The response doesn't contain the new rule; the list does. Source: platform specification, POST /rules/webhook. */
export async function createRule(
  client: TenantClient,
  { tenantId, definition }: { readonly tenantId: string; readonly definition: RuleDefinition },
  call: CallContext,
): Promise<void> {
  await client.analytics(
    {
      tenantId,
      method: 'POST',
      path: '/rules/webhook',
      json: toWireDefinition(definition),
      response: nothing,
      purpose: `create the webhook ${definition.name}`,
    },
    call,
  );
}

interface OneRule {
  readonly tenantId: string;
  readonly id: string;
  /** For messages. */
  readonly name: string;
}

/** Source: platform specification, DELETE /rules/{id}. */
export async function deleteRule(
  client: TenantClient,
  { tenantId, id, name }: OneRule,
  call: CallContext,
): Promise<void> {
  await client.analytics(
    {
      tenantId,
      method: 'DELETE',
      path: `/rules/${encodeURIComponent(id.toWellFormed())}`,
      response: nothing,
      purpose: `delete the webhook ${name}`,
    },
    call,
  );
}

/** Source: platform specification, POST /rules/{id}/status. */
export async function setRuleStatus(
  client: TenantClient,
  { tenantId, id, name, enabled }: OneRule & { readonly enabled: boolean },
  call: CallContext,
): Promise<void> {
  await client.analytics(
    {
      tenantId,
      method: 'POST',
      path: `/rules/${encodeURIComponent(id.toWellFormed())}/status`,
      json: enabled,
      response: nothing,
      purpose: `${enabled ? 'enable' : 'disable'} the webhook ${name}`,
    },
    call,
  );
}
