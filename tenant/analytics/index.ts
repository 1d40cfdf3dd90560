import type { FastifyInstance } from 'fastify';
import { setDefaultAccess } from '../http/route-access.ts';
import { ANALYTICS_ROOT } from '../http/security-headers.ts';
import { CHANGE_WEBHOOKS } from '../requests/rights.ts';
import { deliverySchemaSteps } from '../delivery/delivery-schema.ts';
import type { DeliveryService } from '../delivery/index.ts';
import { eventSchemaSteps } from '../events/event-schema.ts';
import type { SchemaStep } from '../store/schema-steps.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { ruleSchemaSteps } from '../rules/analytics-schema.ts';
import { createBearerGuard } from './bearer-guard.ts';
import { addFileRoutes } from './file-routes.ts';
import { installRequestScope } from '../http/request-scope.ts';
import { addRuleRoutes } from './rule-routes.ts';

export { seedRules } from '../rules/seed-rules.ts';

/** Schema of rules, events and deliveries; run it before starting any of them. */
export const analyticsSchemaSteps: readonly SchemaStep[] = [
  ...ruleSchemaSteps,
  ...eventSchemaSteps,
  ...deliverySchemaSteps,
];

interface AnalyticsParts {
  readonly delivery: DeliveryService;
  /** Maps the subject of an access token to the user name shown in rule records; default: the subject. */
  readonly userName?: (subject: string) => string | undefined;
}

/** Adds the analytics API under `ANALYTICS_ROOT`. Source: platform specification, "Analytics webhook endpoints". */
export function registerAnalytics(app: FastifyInstance, context: TenantContext, parts: AnalyticsParts): void {
  const guard = createBearerGuard(context);
  app.register(
    async (scope) => {
      installRequestScope(scope);
      setDefaultAccess(scope, { kind: 'token', rights: CHANGE_WEBHOOKS });
      scope.addHook('onRequest', guard.check);
      const routesParts = {
        context,
        delivery: parts.delivery,
        userNameOf: (request: Parameters<typeof guard.callerOf>[0]) => {
          const subject = guard.callerOf(request)?.subject ?? 'unknown';
          return parts.userName?.(subject) ?? subject;
        },
      };
      addRuleRoutes(scope, routesParts);
      addFileRoutes(scope, routesParts);
    },
    { prefix: ANALYTICS_ROOT },
  );
}
