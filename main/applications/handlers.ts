import { z } from 'zod';
import {
  applicationDetailSchema,
  applicationTemplateSchema,
} from '../../contract/applications/applications.ts';
import type { ApplicationTable } from '../../contract/applications/application-table.ts';
import { rowsOf, tableOf } from '../../contract/applications/application-table.ts';
import type { ParsedInputOf } from '../../contract/schema/method.ts';
import type { CallContext, HandlersOf, Methods } from '../../contract/bridge/methods.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import { describeApplication, readForShowing } from '../tenants/endpoints/application-members.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { countingSkipped } from '../tenants/endpoints/list-read.ts';
import { readCatalog } from '../tenants/endpoints/catalog.ts';
import { readIcons } from './read-icons.ts';
import type { Host } from '../platform/host/host.ts';
import type { Transport } from '../platform/http/transport.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import type { ApplicationSecrets } from './application-secrets.ts';
import { readChangedTimes } from './changed-times.ts';
import { copyApplication } from './copy-application.ts';
import { createMetadataHandlers } from './metadata-handlers.ts';
import { openIcon } from './open-icon.ts';
import { applicationsKey, storedListSchema, versionOf } from './stored-list.ts';
import { applicationKey, templatesKey } from './offline-applications.ts';

export interface ApplicationParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly secrets: ApplicationSecrets;
  readonly transport: Transport;
  readonly tenants: Pick<TenantDirectory, 'get'>;
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
}

export function createApplicationHandlers({
  client,
  cache,
  secrets,
  transport,
  tenants,
  host,
}: ApplicationParts): HandlersOf<'applications'> {
  function readTable(
    { tenantId, freshness }: ParsedInputOf<Methods['applications.list']>,
    call: CallContext,
  ): Promise<Snapshot<ApplicationTable>> {
    return countingSkipped(
      () => readApplications(client, { tenantId, isFresh: false }, call),
      (fetch) =>
        readThrough(cache, {
          tenantId,
          key: applicationsKey,
          freshness,
          schema: storedListSchema,
          isShared: true,
          fetch: async () => tableOf(await fetch()),
        }),
    );
  }

  return {
    'applications.list': async (request, call) => {
      const { data, ...age } = await readTable(request, call);
      return { ...age, data: rowsOf(data) };
    },
    'applications.table': async ({ known, ...request }, call) => {
      const { data: table, ...age } = await readTable(request, call);
      const version = versionOf(table);
      return { ...age, data: version === known ? { version } : { version, table } };
    },
    'applications.get': ({ tenantId, id, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: applicationKey(id),
        freshness,
        schema: applicationDetailSchema,
        async fetch() {
          const read = await readForShowing(client, { tenantId, id }, call);
          return describeApplication(id, read, await secrets.hiderFor(tenantId));
        },
      }),
    'applications.icons': (request, call) => readIcons({ client, cache }, request, call),
    'applications.changedTimes': ({ tenantId }, call) => readChangedTimes(cache.snapshots, tenantId, call),
    'applications.openIcon': (_input, call) => openIcon(host, call),
    'applications.copyOf': ({ tenantId, id, intoTenantId }, call) =>
      copyApplication(client, { from: tenants.get(tenantId), id, into: tenants.get(intoTenantId) }, call),
    ...createMetadataHandlers({ client, cache, transport, tenants, host }),
    'applications.templates': ({ tenantId, freshness }, call) =>
      countingSkipped(
        () => readCatalog(client, tenantId, call),
        (fetch) =>
          readThrough(cache, {
            tenantId,
            key: templatesKey,
            freshness,
            schema: z.array(applicationTemplateSchema),
            fetch,
          }),
      ),
  };
}
