import type { FastifyInstance, FastifyRequest } from 'fastify';
import { READ_WEBHOOKS } from '../requests/rights.ts';
import type { DeliveryService } from '../delivery/index.ts';
import { isDelivered } from '../delivery/delivery-store.ts';
import { sampleEvent } from '../events/sample-event.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { randomIdentifier } from '../requests/identifier.ts';
import { parseJson, parseWith } from '../http/json-body.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import { bodyBytes, requireJson } from '../http/request-scope.ts';
import { toRuleRecord } from '../rules/rule-record.ts';
import type { WebhookRule } from '../rules/rule-store.ts';
import { readUserVariables } from '../rules/user-variables.ts';
import { variableModels } from './variable-models.ts';
import { webhookDefinitionSchema, type WebhookDefinition } from '../rules/webhook-definition.ts';

export interface AnalyticsRoutesParts {
  readonly context: TenantContext;
  readonly delivery: DeliveryService;
  /** User name of the caller, for `created_by` and `updated_by`. */
  readonly userNameOf: (request: FastifyRequest) => string;
}

/** Maximum rules per tenant; our choice, because the platform specification names no maximum. */
export const MAX_RULES = 5_000;

const forReaders = { config: { access: { kind: 'token', rights: READ_WEBHOOKS } } } as const;

/** Stored characters of a request ID. */
const MAX_REQUEST_ID = 128;

/** Routes for creating, testing, listing, enabling and deleting rules, and for the variable models. */
export function addRuleRoutes(scope: FastifyInstance, parts: AnalyticsRoutesParts): void {
  const { context, delivery, userNameOf } = parts;
  const { rules } = delivery;

  scope.post('/rules/webhook', async (request, reply) => {
    const definition = readDefinition(request);
    if (rules.count().all >= MAX_RULES) {
      throw new RequestRejection(
        409,
        'conflict',
        `The tenant already has the maximum of ${MAX_RULES} rules.`,
      );
    }
    rules.insert(newRule(context, definition, userNameOf(request)));
    return reply.code(204).send();
  });

  scope.post('/rules/webhook/test', async (request, reply) => {
    const definition = readDefinition(request);
    const event = sampleEvent(
      { eventType: definition.event_type, riskLevel: definition.risk_level },
      context.now,
      context.randomBytes,
    );
    const { attempt } = await delivery.test(
      {
        name: definition.name,
        url: definition.url,
        method: definition.method,
        contentType: definition.content_type,
        headers: definition.headers,
        requestBody: definition.request_body,
      },
      event,
      requestIdOf(request),
    );
    // Zero means "no response": our decision, the specification shows responses only.
    return reply.send({
      result: isDelivered(attempt),
      http_status: attempt.response?.status ?? 0,
      message: attempt.message,
    });
  });

  scope.get('/rules', forReaders, async () => rules.list().map((rule) => toRuleRecord(context.id, rule)));

  scope.get('/dataset/system/models', forReaders, async () =>
    variableModels(readUserVariables(context.settings)),
  );

  scope.post<{ Params: { id: string } }>('/rules/:id/status', async (request, reply) => {
    const enabled = readStatus(bodyBytes(request.body));
    const rule = findRule(request.params.id);
    if (enabled && rule.url === '') {
      throw new RequestRejection(409, 'conflict', `Rule ${rule.name} has no URL and can't be enabled.`);
    }
    if (enabled !== rule.enabled) {
      rules.setEnabled(rule.policyId, enabled, userNameOf(request), context.now());
    }
    return reply.code(204).send();
  });

  scope.delete<{ Params: { id: string } }>('/rules/:id', async (request, reply) => {
    const rule = findRule(request.params.id);
    rules.markDeleted(rule.policyId, context.now());
    return reply.code(204).send();
  });

  function findRule(id: string): WebhookRule {
    const rule = rules.get(id);
    if (rule === undefined)
      throw new RequestRejection(404, 'not_found', `Rule ${id.slice(0, 100)} not found.`);
    return rule;
  }
}

/** The caller's request ID, if any; truncated to a storable length. */
function requestIdOf({ headers }: FastifyRequest): string | null {
  const given = headers['x-request-id'];
  return typeof given === 'string' && given !== '' ? given.slice(0, MAX_REQUEST_ID) : null;
}

function readDefinition(request: FastifyRequest): WebhookDefinition {
  requireJson(request.headers['content-type']);
  return parseWith(webhookDefinitionSchema, parseJson(bodyBytes(request.body)));
}

/** `true`, `false`, and the same in braces, as in the specification's sample. */
function readStatus(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const match = /^\s*(?:(true|false)|\{\s*(true|false)\s*\})\s*$/.exec(text);
  const value = match?.[1] ?? match?.[2];
  if (value === undefined) {
    throw new RequestRejection(
      400,
      'invalid_request',
      'The body must be true or false, optionally in braces.',
    );
  }
  return value === 'true';
}

function newRule(context: TenantContext, definition: WebhookDefinition, by: string): WebhookRule {
  const at = context.now();
  return {
    policyId: randomIdentifier(context.randomBytes),
    name: definition.name,
    description: definition.description,
    eventType: definition.event_type,
    riskLevel: definition.risk_level,
    url: definition.url,
    method: definition.method,
    contentType: definition.content_type,
    headers: definition.headers,
    requestBody: definition.request_body,
    enabled: definition.enabled,
    createdBy: by,
    updatedBy: by,
    createdAt: at,
    updatedAt: at,
  };
}
