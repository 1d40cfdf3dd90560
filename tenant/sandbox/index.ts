import type { FastifyInstance } from 'fastify';
import { randomIdentifier } from '../requests/identifier.ts';
import { installRequestScope } from '../http/request-scope.ts';
import { setDefaultAccess } from '../http/route-access.ts';
import { CONTROL_SANDBOX } from '../requests/rights.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { createControlGuard } from './control-guard.ts';
import { addControlRoutes } from './control-routes.ts';
import { createSandboxControl, type SandboxControl, type SandboxParts } from './control.ts';
import { installFaults } from './fault-hook.ts';
import { createPageSessions } from './page-sessions.ts';
import { addPageRoutes } from './page-routes.ts';
import { openSandboxKey } from './sandbox-key.ts';

export type { SandboxParts, ScaleRequest } from './control.ts';
import { formatExact } from '../../languages/json/format-exact.ts';

/**
 * Adds the controls of a sandbox tenant under `/sandbox`: events, generators, deliveries, faults, reset and
 * scale as JSON, and a status page for browsers. Call it before registering the tenant's other parts, because
 * its faults must apply to their requests first.
 */
export function registerSandbox(
  app: FastifyInstance,
  context: TenantContext,
  parts: SandboxParts,
): SandboxControl {
  const control = createSandboxControl(context, parts);
  const newId = (): string => randomIdentifier(context.randomBytes);
  const sessions = createPageSessions(context.steadyNow, context.randomBytes, (userId) =>
    CONTROL_SANDBOX.some((right) => context.hasRight(userId, right)),
  );
  const key = openSandboxKey(context.dataFolder, context.randomBytes);
  const guard = createControlGuard(context, key);
  installFaults(app, control.faults, newId);
  app.addHook('onClose', async () => control.generators.stopAll());
  app.register(
    async (scope) => {
      installRequestScope(scope);
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      });
      scope.register(async (api) => {
        setDefaultAccess(api, { kind: 'token', rights: CONTROL_SANDBOX });
        api.addHook('onRequest', guard.check);
        api.setReplySerializer((payload) => formatExact(payload));
        addControlRoutes(api, control, sessions, guard.callerOf);
      });
      scope.register(async (pages) => addPageRoutes(pages, control, sessions, key));
    },
    { prefix: '/sandbox' },
  );
  return control;
}
