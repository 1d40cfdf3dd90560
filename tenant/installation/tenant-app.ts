import type { FastifyInstance } from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { registerAnalytics } from '../analytics/index.ts';
import { addIconRoutes } from '../catalog/icon-routes.ts';
import { createApp } from '../server/create-app.ts';
import { drainRejectedBodies } from '../server/drain-rejected-bodies.ts';
import { admitOwnHost } from '../server/own-host.ts';
import { rejectFragments } from '../server/request-target.ts';
import { collectRoutes, publicAccess } from '../http/route-access.ts';
import { renderEntrance } from '../http/entrance-page.ts';
import { newPrivatePath } from '../http/private-path.ts';
import { enforceTrustedOrigins } from '../server/trusted-origins.ts';
import { jobOperations } from '../jobs/job-operations.ts';
import { applicationOperations } from '../management/application-operations.ts';
import { assertionPreviewOperation } from '../management/assertion-preview.ts';
import { createChangeRecorder } from '../management/change-events.ts';
import { customerConfigOperations } from '../management/customer-config.ts';
import { assignmentOperations } from '../management/assignment-operations.ts';
import { respondToUnknownPaths, registerManagement } from '../management/register-management.ts';
import { addSamlMetadataRoutes } from '../management/saml-metadata.ts';
import { activeUsers, findUser } from '../oidc/accounts.ts';
import { createClientCheck } from '../oidc/client-registration.ts';
import { findAddressed } from '../oidc/find-addressed.ts';
import { mountProvider } from '../oidc/mount-provider.ts';
import { isNavigatedTo } from '../oidc/posted-navigation.ts';
import { addSignInRoutes } from '../oidc/sign-in-routes.ts';
import { createScriptRunner } from '../jobs/run-script.ts';
import { queryOperation } from '../query/query-operation.ts';
import { isSamlSignInUrl } from '../saml/index.ts';
import { problemOfServiceProvider } from '../saml/registered-certificates.ts';
import { registerSandbox } from '../sandbox/index.ts';
import { administratorName } from '../organization/organization.ts';
import { emptyTenant } from '../seed/reset-tenant.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { seedCore } from './seed-core.ts';
import type { TenantCore, TenantOptions } from './tenant-core.ts';
import type { TenantServices } from './tenant-services.ts';

/** The routes of a tenant; their order determines the order in which hooks see a request. */
export function createTenantApp(options: TenantOptions, core: TenantCore, services: TenantServices) {
  const { baseUrl, config, database, context, applications, saml, identity, signingCertificate } = core;
  const userName = (id: string): string | undefined => findUser(database, id)?.username;
  const app = createApp(options.server);
  const routes = collectRoutes(app);
  rejectFragments(app);
  admitOwnHost(app, baseUrl);
  drainRejectedBodies(app);
  addSandbox(app, options, core, services);
  enforceTrustedOrigins(
    app,
    baseUrl,
    config.allowedOrigins,
    (path) => !/^\/sandbox(\/|$|\?)/i.test(path),
    (path) => isNavigatedTo(path) || isSamlSignInUrl(path),
  );
  addSignIn(app, options, core);
  respondToUnknownPaths(app);
  app.get('/', publicAccess, (_request, reply) => reply.redirect('/sandbox'));
  addSamlMetadataRoutes(app, applications, signingCertificate.base64);
  saml.addRoutes(app, identity.provider);
  addIconRoutes(app, (id) => findUser(database, id)?.displayName);
  addManagement(app, core, services);
  registerAnalytics(app, context, { delivery: services.delivery, userName });
  return { app, routes };
}

function addSandbox(
  app: FastifyInstance,
  options: TenantOptions,
  core: TenantCore,
  { delivery }: TenantServices,
): void {
  const { database, context, applications, config, testSignIns, scripts } = core;
  registerSandbox(app, context, {
    delivery,
    reset() {
      emptyTenant(database);
      applications.clearCache();
      config.clearCache();
      seedCore(options, core, options.size);
    },
    async scale({ apps, events }) {
      seedCore(options, core, { applications: apps ?? 0, events: events ?? 0 });
      return {
        apps: countRows(context, 'application_record'),
        events: countRows(context, 'Event'),
      };
    },
    testing: {
      tests: testSignIns,
      people: () => activeUsers(database),
      findApplication: applications.find,
      scripts,
    },
  });
}

function countRows(context: TenantContext, table: 'application_record' | 'Event'): number {
  return Number(context.database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
}

function addSignIn(app: FastifyInstance, options: TenantOptions, core: TenantCore): void {
  const { database, applications, identity, consents, tickets, onSignIn } = core;
  const storageKey = `private-path-${randomUUID()}`;
  mountProvider(
    app,
    identity,
    (name) => findAddressed(applications, name),
    (target) =>
      renderEntrance({
        target,
        storageKey,
        privatePath: newPrivatePath(randomBytes),
        nonce: randomBytes(18).toString('base64'),
      }),
  );
  addSignInRoutes(app, {
    provider: identity.provider,
    scopes: identity.scopes,
    findApplication: identity.findApplication,
    consents,
    database,
    tenantName: options.name,
    tickets,
    administrator: administratorName,
    onSignIn,
  });
}

function addManagement(app: FastifyInstance, core: TenantCore, services: TenantServices): void {
  const { database, baseUrl, applications, identity, config, scripts, context } = core;
  const { queries, jobs, mail } = services;
  const recordChange = createChangeRecorder(database, Date.now);
  registerManagement(app, context, [
    ...applicationOperations({
      recordChange,
      database,
      baseUrl,
      applications,
      problemOfClient: createClientCheck(identity.provider),
      problemOfServiceProvider,
      endTokensOf: identity.endTokensOf,
    }),
    ...customerConfigOperations(config, recordChange),
    ...assignmentOperations({ database, applications, recordChange }),
    assertionPreviewOperation({ database, applications, scripts, now: Date.now, newId: randomUUID }),
    queryOperation(queries, createScriptRunner({ queries, jobs, mail })),
    ...jobOperations(jobs, database),
  ]);
}
