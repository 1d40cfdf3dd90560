import { createApplications } from '../applications/applications.ts';
import { createKindTable } from '../changes/kind/kind-table.ts';
import { createConfiguration } from '../configuration/configuration.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createOrigins } from '../origins/origins.ts';
import { createQueries } from '../queries/queries.ts';
import { createRoles } from '../roles/roles.ts';
import { createScripts } from '../scripts/scripts.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';

/** The nouns with changes. A new one needs a line here, and one in `features.ts` for its handlers. */
export function createNouns(parts: NounParts, resultsFolder: string) {
  const applications = createApplications(parts);
  const { compared, cached } = applications;
  return {
    applications,
    scripts: createScripts(parts, { compared, cachedApplications: cached }),
    roles: createRoles(parts),
    origins: createOrigins(parts),
    configuration: createConfiguration(parts),
    webhooks: createWebhooks(parts),
    queries: createQueries(parts, resultsFolder),
    jobs: createJobs(parts),
  };
}

export type Nouns = ReturnType<typeof createNouns>;

/** All kinds of changes. */
export function kindsOf(nouns: Omit<Nouns, 'queries'>) {
  const { applications, scripts, roles, origins, configuration, webhooks, jobs } = nouns;
  return createKindTable([
    ...applications.kinds,
    ...scripts.kinds,
    ...roles.kinds,
    ...origins.kinds,
    ...configuration.kinds,
    ...webhooks.kinds,
    ...jobs.kinds,
  ]);
}
