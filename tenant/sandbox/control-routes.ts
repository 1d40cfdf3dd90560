import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson, parseWith } from '../http/json-body.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import { bodyBytes, requireJson } from '../http/request-scope.ts';
import {
  problemOfUserVariables,
  readUserVariables,
  writeUserVariables,
  type UserVariables,
} from '../rules/user-variables.ts';
import type { Delivery } from '../delivery/delivery-record.ts';
import { readDeliverySummaries } from '../delivery/delivery-summaries.ts';
import { readDeliveryStatistics } from '../delivery/delivery-statistics.ts';
import { matchedRules } from '../delivery/accept-events.ts';
import {
  toAttemptRecord,
  toDeliveryRecord,
  toEventRecord,
  toListedRecord,
  toStatisticsRecord,
  toSummaryRecord,
} from './control-records.ts';
import {
  deliveryQuerySchema,
  eventQuerySchema,
  generatorRequestSchema,
  matchRequestSchema,
  raiseManySchema,
  raiseOneSchema,
  replayRequestSchema,
  scaleRequestSchema,
  singleReplaySchema,
  statisticsQuerySchema,
} from './control-schemas.ts';
import type { SandboxControl } from './control.ts';
import { faultRequestSchema } from './fault.ts';
import { addTestSignInRoutes } from './test-sign-in-routes.ts';
import type { PageOwner, PageSessions } from './page-sessions.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

const MAX_DEAD = 1_000;

/** The control API in JSON, described in this folder's README.md. Every route is ours. */
export function addControlRoutes(
  scope: FastifyInstance,
  control: SandboxControl,
  sessions: PageSessions,
  callerOf: (request: FastifyRequest) => PageOwner,
): void {
  addStatusRoutes(scope, control, sessions, callerOf);
  addVariableRoutes(scope, control);
  addEventRoutes(scope, control);
  addDeliveryRoutes(scope, control);
  addFaultRoutes(scope, control);
  if (control.testing !== undefined) addTestSignInRoutes(scope, control.testing, readBody);
}

function addStatusRoutes(
  scope: FastifyInstance,
  control: SandboxControl,
  sessions: PageSessions,
  callerOf: (request: FastifyRequest) => PageOwner,
): void {
  const { context, delivery } = control;
  scope.get('/status', async () => {
    const statistics = readDeliveryStatistics(context.database, context.now());
    return {
      tenant: { id: context.id, name: context.name, base_url: context.baseUrl },
      rules: delivery.rules.count().all,
      events: delivery.events.count(),
      deliveries_last_24_h: {
        delivered: statistics.delivered,
        dead: statistics.dead,
        pending: statistics.pending,
        success_rate: statistics.successRate,
        p95_ms: statistics.p95Ms,
      },
      generators: control.generators.list().length,
      faults: control.faults.list().length,
    };
  });
  scope.post('/page-ticket', async (request) => ({
    url: `${context.baseUrl}/sandbox?ticket=${sessions.issueTicket(callerOf(request))}`,
  }));
  scope.post('/reset', async (_request, reply) => {
    await control.reset();
    return reply.code(204).send();
  });
  scope.post('/scale', async (request) => control.scale(parseWith(scaleRequestSchema, readBody(request))));
}

/** User variables, which admins of a platform define in its portal; these routes replace it. */
function addVariableRoutes(scope: FastifyInstance, { context }: SandboxControl): void {
  scope.get('/variables', async () => readUserVariables(context.settings));
  scope.put('/variables', async (request, reply) => {
    const variables = readBody(request);
    const problem = problemOfUserVariables(variables);
    if (problem !== undefined) throw new RequestRejection(400, 'invalid_request', problem);
    writeUserVariables(context.settings, variables as UserVariables);
    return reply.code(204).send();
  });
}

function addEventRoutes(scope: FastifyInstance, control: SandboxControl): void {
  const { events } = control.delivery;
  scope.post('/events', async (request, reply) => {
    // Templates print the event's values, with all digits.
    const body = readBody(request, parseExact);
    const wanted = Array.isArray(body) ? parseWith(raiseManySchema, body) : [parseWith(raiseOneSchema, body)];
    const raised = await control.raise(
      wanted.map((event) => ({
        eventType: event.event_type,
        riskLevel: event.risk_level,
        columns: event.columns,
      })),
    );
    return reply.code(202).send({
      events: raised.map((event) => ({
        event_id: event.eventId,
        deliveries: event.deliveries.map((one) => ({ delivery_id: one.deliveryId, rule_id: one.ruleId })),
      })),
    });
  });
  scope.post('/events/matches', async (request) => {
    const { event_type: eventType, risk_level: riskLevel } = parseWith(matchRequestSchema, readBody(request));
    const matched = matchedRules(control.delivery.rules, { eventType, riskLevel });
    return { rules: matched.map(({ policyId, name }) => ({ rule_id: policyId, rule_name: name })) };
  });
  scope.get('/events', async (request) => {
    const query = parseWith(eventQuerySchema, request.query);
    const page = events.list(query.before, query.limit);
    return { events: page.map(toEventRecord), next: nextCursor(page, query.limit) };
  });
  scope.get<{ Params: { id: string } }>('/events/:id', async (request) => {
    const event = events.get(request.params.id);
    if (event === undefined) throw unknown('Event', request.params.id);
    return toEventRecord(event);
  });
  scope.get('/generators', async () => ({ generators: control.generators.list() }));
  scope.post('/generators', async (request, reply) => {
    const wanted = parseWith(generatorRequestSchema, readBody(request));
    return reply.code(201).send(control.generators.start(wanted));
  });
  scope.delete('/generators', async (_request, reply) => {
    control.generators.stopAll();
    return reply.code(204).send();
  });
  scope.delete<{ Params: { id: string } }>('/generators/:id', async (request, reply) => {
    if (!control.generators.stop(request.params.id)) throw unknown('Generator', request.params.id);
    return reply.code(204).send();
  });
}

function addDeliveryRoutes(scope: FastifyInstance, control: SandboxControl): void {
  const { context, delivery } = control;
  const { deliveries } = delivery;
  scope.get('/deliveries/summaries', async () => ({
    rules: readDeliverySummaries(context.database, context.now()).map(toSummaryRecord),
  }));
  scope.get('/deliveries/statistics', async (request) => {
    const { rule_id: ruleIds } = parseWith(statisticsQuerySchema, request.query);
    const statistics = readDeliveryStatistics(context.database, context.now(), ruleIds);
    return toStatisticsRecord(statistics, delivery.maxFinishedDeliveries);
  });
  scope.get('/deliveries', async (request) => {
    const query = parseWith(deliveryQuerySchema, request.query);
    const page = deliveries.list({
      status: query.status,
      ruleIds: query.rule_id,
      eventId: query.event_id,
      requestId: query.request_id,
      before: query.before,
      limit: query.limit,
    });
    return { deliveries: page.map(toListedRecord), next: nextCursor(page, query.limit) };
  });
  scope.get<{ Params: { id: string } }>('/deliveries/:id', async (request) => {
    const delivery = deliveries.get(request.params.id);
    if (delivery === undefined) throw unknown('Delivery', request.params.id);
    return {
      ...toDeliveryRecord(delivery),
      event_columns: columnsOf(control, delivery),
      attempt_list: deliveries.attempts(delivery.id).map(toAttemptRecord),
    };
  });
  scope.post<{ Params: { id: string } }>('/deliveries/:id/replay', async (request, reply) => {
    const { rule_id: ruleId } = parseWith(singleReplaySchema, readOptionalBody(request));
    return reply.code(202).send(redeliveryResponse(control.replay([request.params.id], ruleId)));
  });
  scope.post('/deliveries/replay', async (request, reply) => {
    const wanted = parseWith(replayRequestSchema, readBody(request));
    const ids = 'ids' in wanted ? [...new Set(wanted.ids)] : replayableDead(control, wanted.rule_id);
    return reply.code(202).send(redeliveryResponse(control.replay(ids, wanted.rule_id)));
  });
}

function addFaultRoutes(scope: FastifyInstance, control: SandboxControl): void {
  scope.get('/faults', async () => ({ faults: control.faults.list() }));
  scope.post('/faults', async (request, reply) =>
    reply.code(201).send(control.faults.add(parseWith(faultRequestSchema, readBody(request)))),
  );
  scope.delete('/faults', async (_request, reply) => {
    control.faults.clear();
    return reply.code(204).send();
  });
  scope.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) => {
    if (!control.faults.remove(request.params.id)) throw unknown('Fault', request.params.id);
    return reply.code(204).send();
  });
}

/** Columns of the delivered event; null if it is no longer stored. */
function columnsOf({ delivery: { events } }: SandboxControl, { testColumns, eventId }: Delivery) {
  return testColumns ?? (eventId === null ? null : (events.get(eventId)?.columns ?? null));
}

/** Dead deliveries without a replay, excluding those of deleted rules unless another rule is given. */
export function replayableDead(control: SandboxControl, throughRule?: string): string[] {
  const { deliveries, rules } = control.delivery;
  return deliveries.deadWithoutResend(MAX_DEAD).filter((id) => {
    const ruleId = throughRule ?? deliveries.get(id)?.ruleId ?? null;
    return ruleId !== null && rules.get(ruleId) !== undefined;
  });
}

function redeliveryResponse(replays: ReturnType<SandboxControl['replay']>) {
  return { replays: replays.map((one) => ({ delivery_id: one.deliveryId, replay_of: one.replayOf })) };
}

function nextCursor(page: readonly { readonly sequence: number }[], limit: number): number | null {
  return page.length < limit ? null : (page.at(-1)?.sequence ?? null);
}

function readBody(request: FastifyRequest, parse?: (text: string) => unknown): unknown {
  requireJson(request.headers['content-type']);
  return parseJson(bodyBytes(request.body), parse);
}

function readOptionalBody(request: FastifyRequest): unknown {
  return bodyBytes(request.body).length === 0 ? {} : readBody(request);
}

function unknown(what: string, id: string): RequestRejection {
  return new RequestRejection(404, 'not_found', `${what} ${id.slice(0, 100)} not found.`);
}
