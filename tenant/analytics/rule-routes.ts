import type { FastifyInstance, FastifyRequest } from 'fastify';
import { READ_WEBHOOKS } from '../requests/rights.ts';
import type { DeliveryService } from '../delivery/index.ts';
import { isDelivered } from '../delivery/delivery-store.ts';
import { sampleEvent } from '../events/sample-event.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { randomIdentifier } from '../requests/identifier.ts';
import { parseJson, parseWith } from '../http/json-body.ts';
import { RequestRefusal } from '../http/request-refusal.ts';
import { bodyBytes, demandJson } from '../http/request-scope.ts';
import { toRuleRecord } from '../rules/rule-record.ts';
import type { WebhookRule } from '../rules/rule-store.ts';
import { readUserVariables } from '../rules/user-variables.ts';
import { variableModels } from './variable-models.ts';
import { webhookDefinitionSchema, type WebhookDefinition } from '../rules/webhook-definition.ts';

export interface AnalyticsRoutesParts {
  readonly context: TenantContext;
  readonly delivery: DeliveryService;
  /** User name of the caller of a request, for `created_by` and `updated_by`. */
  readonly userNameOf: (request: FastifyRequest) => string;
}

/** Rules a tenant may hold; the platform specification names no maximum: ours. */
export const MAX_RULES = 5_000;

const forReaders = { config: { access: { kind: 'token', rights: READ_WEBHOOKS } } } as const;

/** Characters of a request's name that are kept. */
const MAX_REQUEST_ID = 128;

/** Routes for creating, testing, listing, switching and deleting rules, and for the variable models. */
export function addRuleRoutes(scope: FastifyInstance, parts: AnalyticsRoutesParts): void {
  const { context, delivery, userNameOf } = parts;
  const { rules } = delivery;

  scope.post('/rules/webhook', async (request, reply) => {
    const definition = readDefinition(request);
    if (rules.count().all >= MAX_RULES) {
      throw new RequestRefusal(
        409,
        'conflict',
        `The tenant already has ${MAX_RULES} rules, which is the most it keeps.`,
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
    // Zero stands for "no answer": our decision, the specification shows answers only.
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
      throw new RequestRefusal(
        409,
        'conflict',
        `The rule ${rule.name} has no address and cannot be enabled.`,
      );
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
      throw new RequestRefusal(404, 'not_found', `There is no rule ${id.slice(0, 100)}.`);
    return rule;
  }
}

/** What the caller named its request, where it did; cut to a length that is worth keeping. */
function requestIdOf({ headers }: FastifyRequest): string | null {
  const given = headers['x-request-id'];
  return typeof given === 'string' && given !== '' ? given.slice(0, MAX_REQUEST_ID) : null;
}

function readDefinition(request: FastifyRequest): WebhookDefinition {
  demandJson(request.headers['content-type']);
  return parseWith(webhookDefinitionSchema, parseJson(bodyBytes(request.body)));
}

/** `true`, `false`, and the same in braces, which is how the specification's sample writes it. */
function readStatus(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  const match = /^\s*(?:(true|false)|\{\s*(true|false)\s*\})\s*$/.exec(text);
  const value = match?.[1] ?? match?.[2];
  if (value === undefined) {
    throw new RequestRefusal(400, 'invalid_request', 'The body must be true or false, bare or in braces.');
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
