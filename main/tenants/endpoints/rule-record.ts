import { z } from 'zod';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { Webhook } from '../../../contract/webhooks/webhooks.ts';
import { webhookIdSchema } from '../../../contract/webhooks/webhooks.ts';
import { mapInChunks } from '../../platform/timing/yielder.ts';
import type { TenantClient } from '../client/tenant-client.ts';

import type { ListRead } from './list-read.ts';
import { readRows } from './list-read.ts';
import { readMarked } from './creation-marker.ts';

const text = z.string().nullish();

/** Source: platform specification, "Webhook rule record". Unknown members are preserved for the raw view. */
const ruleRecordSchema = z.looseObject({
  policy_id: webhookIdSchema,
  name: text,
  description: text,
  rule: z.looseObject({ filter_meta_data: z.looseObject({ event_type: text }).nullish() }).nullish(),
  actions: z
    .array(
      z.looseObject({
        action_type: text,
        action_meta_data: z
          .looseObject({ headers: text, method: text, content_type: text, request_body: text, url: text })
          .nullish(),
        provider_meta_data: z.looseObject({ risk_level: z.unknown().optional() }).nullish(),
      }),
    )
    .nullish(),
  /** Not specified; ignored unless it is an integer. */
  status: z.unknown().optional(),
  created_by: text,
  updated_by: text,
  created_timestamp: z.number().int().nonnegative().nullish(),
  updated_timestamp: z.number().int().nonnegative().nullish(),
});

export type RuleRecord = z.infer<typeof ruleRecordSchema>;

/** A webhook as on the tenant, with full headers: never leaves main in this form. */
export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: string;
  readonly contentType: string;
  readonly headers: string;
  readonly requestBody: string;
  readonly eventType: string;
  /** Empty if the record doesn't contain it: the specification doesn't define a member for it. */
  readonly riskLevel: string;
  /** Null if the record has none, or it isn't an integer. */
  readonly status: number | null;
  /** Creation marker after the description (`creation-marker.ts`); null for none. */
  readonly marker: string | null;
  readonly record: RuleRecord;
}

/** All webhook rules, in the tenant's order. One request. */
export async function readRules(client: TenantClient, tenantId: string, call: CallContext): Promise<Rule[]> {
  return (await readRuleList(client, tenantId, call)).rows;
}

/** The same, with the number of unusable records. */
export async function readRuleList(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<ListRead<Rule>> {
  const records = await client.analytics(
    {
      tenantId,
      method: 'GET',
      path: '/rules',
      response: z.array(z.unknown()),
      purpose: 'list the webhooks',
    },
    call,
  );
  const { rows, skipped } = await readRows(records, ruleRecordSchema, ({ policy_id }) => policy_id);
  return { rows: (await mapInChunks(rows, readRule)).flat(), skipped };
}

function readRule(record: RuleRecord): Rule[] {
  const action = record.actions?.find(({ action_type }) => action_type == null || action_type === 'webhook');
  if (action === undefined) return [];
  const meta = action.action_meta_data;
  const riskLevel = action.provider_meta_data?.risk_level;
  const description = readMarked(record.description ?? '');
  return [
    {
      id: record.policy_id,
      name: record.name ?? record.policy_id,
      description: description.text,
      marker: description.marker,
      url: meta?.url ?? '',
      method: (meta?.method ?? '').toUpperCase(),
      contentType: meta?.content_type ?? '',
      headers: meta?.headers ?? '',
      requestBody: meta?.request_body ?? '',
      eventType: record.rule?.filter_meta_data?.event_type ?? '',
      riskLevel: typeof riskLevel === 'string' ? riskLevel : '',
      status: typeof record.status === 'number' && Number.isInteger(record.status) ? record.status : null,
      record,
    },
  ];
}

export type Activation = Webhook['activation'];

/** Hides the credentials of a rule. */
type HideOfRule = <Part extends { readonly url: string; readonly headers: string }>(
  part: Part,
  rule: Pick<Rule, 'id' | 'name'>,
) => Part;

/** The webhook for views: with credentials hidden, including in the raw record. */
export function describeRule(rule: Rule, activation: Activation, hide: HideOfRule): Webhook {
  const { record, marker: _marker, ...fields } = rule;
  return {
    ...hide(fields, rule),
    activation,
    enabled: activation !== 'disabled',
    createdBy: record.created_by ?? '',
    updatedBy: record.updated_by ?? '',
    createdAt: record.created_timestamp ?? null,
    updatedAt: record.updated_timestamp ?? null,
    record: {
      ...record,
      actions: record.actions?.map((action) => {
        const { action_meta_data: meta } = action;
        const { url, headers } = hide({ url: meta?.url ?? '', headers: meta?.headers ?? '' }, rule);
        return { ...action, action_meta_data: { ...meta, headers, ...(meta?.url == null ? {} : { url }) } };
      }),
    },
  };
}

/** Definition for create and test, with full headers. */
export interface RuleDefinition {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: string;
  readonly contentType: string;
  readonly headers: string;
  readonly requestBody: string;
  readonly enabled: boolean;
  readonly eventType: string;
  readonly riskLevel: string;
}

/** The body of create and test. Source: platform specification, "Webhook definition". */
export function toWireDefinition(definition: RuleDefinition): Record<string, unknown> {
  return {
    name: definition.name,
    description: definition.description,
    url: definition.url,
    method: definition.method,
    content_type: definition.contentType,
    headers: definition.headers,
    request_body: definition.requestBody,
    enabled: definition.enabled,
    event_type: definition.eventType,
    risk_level: definition.riskLevel,
  };
}
