import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { analyticsSchemaSteps, registerAnalytics, seedRules } from '../analytics/index.ts';
import { addIconRoutes } from '../catalog/icon-routes.ts';
import { startDelivery } from '../delivery/index.ts';
import { createApp } from '../server/create-app.ts';
import { drainRefusedBodies } from '../server/drain-refused-bodies.ts';
import { admitOwnHost } from '../server/own-host.ts';
import { refuseFragments } from '../server/request-target.ts';
import { collectRoutes, forAnybody, type RegisteredRoute } from '../http/route-access.ts';
import { renderEntrance } from '../http/entrance-page.ts';
import { newPrivatePath } from '../http/private-path.ts';
import { giveRequestsPrecedence } from '../http/precedence.ts';
import { ANALYTICS_ROOT } from '../http/security-headers.ts';
import { enforceTrustedOrigins } from '../server/trusted-origins.ts';
import { accessJobs } from '../jobs/access-jobs.ts';
import { historyJob } from '../jobs/history-job.ts';
import { jobOperations } from '../jobs/job-operations.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { procedureJob } from '../jobs/procedure-job.ts';
import { applicationOperations } from '../management/application-operations.ts';
import { createApplicationScripts } from '../management/application-scripts.ts';
import { createApplicationStore } from '../management/application-store.ts';
import { assertionPreviewOperation } from '../management/assertion-preview.ts';
import { createChangeRecorder } from '../management/change-events.ts';
import { createCustomerConfig, customerConfigOperations } from '../management/customer-config.ts';
import { publicationOperations } from '../management/publication-operations.ts';
import { answerUnknownPaths, registerManagement } from '../management/register-management.ts';
import { createRightCheck } from '../requests/rights.ts';
import { addSamlMetadataRoutes } from '../management/saml-metadata.ts';
import { activePeople, findUser } from '../oidc/accounts.ts';
import { createClientCheck } from '../oidc/client-registration.ts';
import { createConsents } from '../oidc/consents.ts';
import { DESK_CLIENT_ID } from '../oidc/desk-client.ts';
import { findAddressed } from '../oidc/find-addressed.ts';
import { createIdentityProvider } from '../oidc/identity-provider.ts';
import { mountProvider } from '../oidc/mount-provider.ts';
import { providerRoutes } from '../oidc/oidc-paths.ts';
import { setPasswordOfAll } from '../oidc/passwords.ts';
import { isNavigatedTo } from '../oidc/posted-navigation.ts';
import { createSignInRecorder } from '../oidc/sign-in-events.ts';
import { addSignInRoutes } from '../oidc/sign-in-routes.ts';
import { createSignInTickets } from '../oidc/sign-in-tickets.ts';
import { createTestSignIns } from '../oidc/test-sign-ins.ts';
import { findProcedure } from '../procedures/procedure-table.ts';
import { createScriptRunner } from '../jobs/run-script.ts';
import { dropMemoryNotes, takeMemoryNote } from '../query/memory-note.ts';
import { queryOperation } from '../query/query-operation.ts';
import { createQueryPool } from '../query/query-pool.ts';
import type { StartQueryRunner } from '../query/query-runner.ts';
import { createQueryService } from '../query/query-service.ts';
import { createResultCache } from '../query/result-cache.ts';
import { pooledRandomBytes } from '../context/random-pool.ts';
import { createSaml, isSamlSignInUrl } from '../saml/index.ts';
import { problemOfServiceProvider } from '../saml/registered-certificates.ts';
import { loadSigningCertificate } from '../saml/signing-certificate.ts';
import { registerSandbox } from '../sandbox/index.ts';
import { administratorName, organisationDomain } from '../organisation/organisation.ts';
import { emptyTenant } from '../seed/reset-tenant.ts';
import { seedTenant, type SeedSize } from '../seed/seed-tenant.ts';
import { createChangeCounter } from '../store/change-counter.ts';
import { managementSchemaSteps } from '../store/management-schema.ts';
import { inTransaction, openDatabase } from '../store/open-database.ts';
import { makeOwnFolder } from '../store/owner-only.ts';
import { applySchemaSteps } from '../store/schema-steps.ts';
import { createSettings } from '../store/settings.ts';
import { createSteadyClock } from '../context/steady-clock.ts';
import type { InstallationKeys, TenantContext } from '../context/tenant-context.ts';

export interface TenantOptions {
  readonly id: string;
  readonly name: string;
  /** Counts from 1; tenants with different numbers get different identifiers. */
  readonly number: number;
  /** Listens already; see `http/listen.ts`. */
  readonly server: Server;
  readonly port: number;
  readonly folder: string;
  readonly size: SeedSize;
  readonly installation: InstallationKeys;
  /** Of all its users. */
  readonly password: string;
  readonly startQueryRunner: StartQueryRunner;
  readonly queryTimeoutSeconds: number;
  readonly smtpUrl: string | undefined;
}

/** One running tenant. */
export interface OpenTenant {
  readonly name: string;
  readonly baseUrl: string;
  readonly analyticsUrl: string;
  readonly clientId: string;
  /** The administrator's name. */
  readonly username: string;
  /** Everything that it answers, and to whom. */
  readonly routes: readonly RegisteredRoute[];
  /** An access token of the administrator, for `--admin-token`. */
  issueAdminToken(): Promise<string>;
  close(): Promise<void>;
}

const PRUNE_EVERY_MS = 10 * 60_000;
/** As long as the grant under it lives. */
const ADMIN_TOKEN_SECONDS = 14 * 86_400;
const QUERY_PROCESSES = 2;
/** Where events are raised, of which deliveries follow. */
const RAISING = '/sandbox/events';

/** Opens a tenant, seeds it the first time, and answers on its server. */
export async function openTenant(options: TenantOptions): Promise<OpenTenant> {
  const baseUrl = `http://127.0.0.1:${options.port}`;
  const databaseFile = join(options.folder, 'tenant.db');
  makeOwnFolder(options.folder);
  const database = openDatabase(databaseFile);
  applySchemaSteps(database, [...managementSchemaSteps, ...analyticsSchemaSteps]);

  const steadyNow = createSteadyClock();
  const settings = createSettings(database);
  const config = createCustomerConfig(settings);
  const signingCertificate = await loadSigningCertificate({
    settings,
    tenantName: options.name,
    now: Date.now,
    randomBytes,
  });
  const applications = createApplicationStore({
    database,
    baseUrl,
    now: Date.now,
    newId: randomUUID,
    thumbprint: signingCertificate.thumbprint,
  });
  const scripts = createApplicationScripts({ database, baseUrl, tenantName: options.name, now: Date.now });
  const consents = createConsents(database);
  const onSignIn = createSignInRecorder(database, Date.now);
  const testSignIns = createTestSignIns(steadyNow);
  const tickets = createSignInTickets({
    issuer: baseUrl,
    password: options.password,
    now: Date.now,
    steadyNow,
  });
  const saml = createSaml({
    tests: testSignIns,
    tickets,
    key: signingCertificate,
    database,
    applications,
    scripts,
    issuer: baseUrl,
    tenantName: options.name,
    now: Date.now,
    steadyNow,
    randomBytes,
  });
  const identity = createIdentityProvider({
    tenantId: options.id,
    tenantName: options.name,
    issuer: baseUrl,
    database,
    settings,
    now: Date.now,
    steadyNow,
    randomBytes,
    findApplication: applications.findByClientId,
    scriptClaims: async (application, userId) => (await scripts.run(application, userId)).claims,
    consents,
    findApplicationById: applications.find,
    onSignIn,
    findOwnClient: saml.findClient,
    testSignIns,
  });
  const hasRight = createRightCheck(database);
  const context: TenantContext = {
    id: options.id,
    name: options.name,
    baseUrl,
    analyticsUrl: `${baseUrl}${ANALYTICS_ROOT}`,
    dataFolder: options.folder,
    database,
    settings,
    now: Date.now,
    steadyNow,
    randomBytes: pooledRandomBytes(randomBytes),
    verifyAccessToken: identity.verifyAccessToken,
    hasRight,
    installation: options.installation,
  };

  const seed = (size: SeedSize): void => {
    seedTenant(
      {
        database,
        settings,
        applications,
        config,
        tenantName: options.name,
        baseUrl,
        seed: options.number * 7919,
        now: Date.now(),
        newSecret: () => randomBytes(24).toString('base64url'),
        seedAnalytics: () => seedRules(context),
      },
      size,
    );
    inTransaction(database, () => {
      if (setPasswordOfAll(database, options.password, randomBytes(16))) identity.signEverybodyOut();
    });
  };
  seed(options.size);

  dropMemoryNotes(databaseFile);
  const changeCounter = createChangeCounter(database);
  const queries = createQueryService(
    createQueryPool({
      startRunner: () => options.startQueryRunner(databaseFile),
      timeLimitMs: options.queryTimeoutSeconds * 1000,
      size: QUERY_PROCESSES,
      tookTooMuchMemory: (id) => takeMemoryNote(databaseFile, id),
    }),
    createResultCache(steadyNow, changeCounter),
    changeCounter,
  );
  const jobs = createJobQueue({
    database,
    definitions: [...accessJobs({ database, now: Date.now }), historyJob(queries)],
    findMore(path) {
      const procedure = findProcedure(path);
      return procedure && procedureJob(procedure, queries);
    },
    now: Date.now,
    newId: randomUUID,
  });
  const mail = {
    smtpUrl: options.smtpUrl,
    outboxFolder: join(options.folder, 'outbox'),
    tenantName: options.name,
    sender: `Reports of ${options.name} <reports@${organisationDomain}>`,
    newId: randomUUID,
  };
  const awaitTurn = giveRequestsPrecedence(options.server, ({ url }) => url?.startsWith(RAISING) === true);
  const delivery = startDelivery(context, { awaitTurn });
  const userName = (id: string): string | undefined => findUser(database, id)?.username;

  const app = createApp(options.server);
  const routes = collectRoutes(app);
  refuseFragments(app);
  admitOwnHost(app, baseUrl);
  drainRefusedBodies(app);
  registerSandbox(app, context, {
    delivery,
    reset() {
      emptyTenant(database);
      applications.forget();
      config.forget();
      seed(options.size);
    },
    async scale({ apps, events }) {
      seed({ applications: apps ?? 0, events: events ?? 0 });
      return {
        apps: countRows(context, 'application_record'),
        events: countRows(context, 'Event'),
      };
    },
    testing: {
      tests: testSignIns,
      people: () => activePeople(database),
      findApplication: applications.find,
      scripts,
    },
  });
  enforceTrustedOrigins(
    app,
    baseUrl,
    config.allowedOrigins,
    (path) => !/^\/sandbox(\/|$|\?)/i.test(path),
    (path) => isNavigatedTo(path) || isSamlSignInUrl(path),
  );
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
  answerUnknownPaths(app);
  app.get('/', forAnybody, (_request, reply) => reply.redirect('/sandbox'));
  addSamlMetadataRoutes(app, applications, signingCertificate.base64);
  saml.addRoutes(app, identity.provider);
  addIconRoutes(app, (id) => findUser(database, id)?.displayName);
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
    ...publicationOperations({ database, applications, recordChange }),
    assertionPreviewOperation({ database, applications, scripts, now: Date.now, newId: randomUUID }),
    queryOperation(queries, createScriptRunner({ queries, jobs, mail })),
    ...jobOperations(jobs, database),
  ]);
  registerAnalytics(app, context, { delivery, userName });
  await app.ready();

  const pruning = setInterval(() => identity.prune(), PRUNE_EVERY_MS);
  pruning.unref();
  return {
    name: options.name,
    baseUrl,
    analyticsUrl: context.analyticsUrl,
    clientId: DESK_CLIENT_ID,
    username: administratorName,
    routes: [...routes(), ...providerRoutes()],
    issueAdminToken() {
      const id = database.prepare('SELECT ID FROM User WHERE Username = ?').get(administratorName)?.['ID'];
      return identity.issueAccessToken(String(id), ADMIN_TOKEN_SECONDS);
    },
    async close() {
      clearInterval(pruning);
      options.server.close();
      options.server.closeAllConnections();
      await app.close();
      await delivery.stop();
      queries.stop();
      await jobs.idle();
      database.close();
    },
  };
}

function countRows(context: TenantContext, table: 'application_record' | 'Event'): number {
  return Number(context.database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
}
