import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startDelivery } from '../delivery/index.ts';
import { giveRequestsPrecedence } from '../http/precedence.ts';
import { accessJobs } from '../jobs/access-jobs.ts';
import { historyJob } from '../jobs/history-job.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { procedureJob } from '../jobs/procedure-job.ts';
import { findProcedure } from '../procedures/procedure-table.ts';
import { dropMemoryNotes, takeMemoryNote } from '../query/memory-note.ts';
import { createQueryPool } from '../query/query-pool.ts';
import type { QueryService } from '../query/query-service.ts';
import { createQueryService } from '../query/query-service.ts';
import { createResultCache } from '../query/result-cache.ts';
import { organizationDomain } from '../organization/organization.ts';
import { createChangeCounter } from '../store/change-counter.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import type { TenantCore, TenantOptions } from './tenant-core.ts';

const QUERY_PROCESSES = 2;
/** Path for test events, which cause deliveries. */
const RAISING = '/sandbox/events';

/** Background services of a tenant: queries, jobs and deliveries. */
export type TenantServices = ReturnType<typeof startServices>;

export function startServices(options: TenantOptions, { context, databaseFile }: TenantCore) {
  const { database } = context;
  const queries = startQueries(options, databaseFile, context);
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
    sender: `Reports of ${options.name} <reports@${organizationDomain}>`,
    newId: randomUUID,
  };
  const awaitTurn = giveRequestsPrecedence(options.server, ({ url }) => url?.startsWith(RAISING) === true);
  const delivery = startDelivery(context, { awaitTurn });
  return { queries, jobs, mail, delivery };
}

function startQueries(
  options: TenantOptions,
  databaseFile: string,
  { database, steadyNow }: TenantContext,
): QueryService {
  dropMemoryNotes(databaseFile);
  const changeCounter = createChangeCounter(database);
  return createQueryService(
    createQueryPool({
      startRunner: () => options.startQueryRunner(databaseFile),
      timeLimitMs: options.queryTimeoutSeconds * 1000,
      size: QUERY_PROCESSES,
      tookTooMuchMemory: (id) => takeMemoryNote(databaseFile, id),
    }),
    createResultCache(steadyNow, changeCounter),
    changeCounter,
  );
}
