import { z } from 'zod';
import {
  applicationDetailSchema,
  applicationSummarySchema,
  applicationTemplateSchema,
} from '../../contract/applications.ts';
import type { HandlersOf } from '../../contract/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import { readApplicationDetail } from '../tenants/endpoints/application-members.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { countingLeftOut } from '../tenants/endpoints/list-read.ts';
import { readCatalog } from '../tenants/endpoints/catalog.ts';
import { readIcons } from './read-icons.ts';
import { applicationKey, applicationsKey } from './offline-applications.ts';

export interface ApplicationParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
}

export function createApplicationHandlers({ client, cache }: ApplicationParts): HandlersOf<'applications'> {
  return {
    'applications.list': ({ tenantId, freshness }, call) =>
      countingLeftOut(
        () => readApplications(client, { tenantId, isFresh: false }, call),
        (fetch) =>
          readThrough(cache, {
            tenantId,
            key: applicationsKey,
            freshness,
            schema: z.array(applicationSummarySchema),
            fetch,
          }),
      ),
    'applications.get': ({ tenantId, id, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: applicationKey(id),
        freshness,
        schema: applicationDetailSchema,
        fetch: () => readApplicationDetail(client, { tenantId, id }, call),
      }),
    'applications.icons': (request, call) => readIcons({ client, cache }, request, call),
    'applications.templates': ({ tenantId, freshness }, call) =>
      countingLeftOut(
        () => readCatalog(client, tenantId, call),
        (fetch) =>
          readThrough(cache, {
            tenantId,
            key: 'templates',
            freshness,
            schema: z.array(applicationTemplateSchema),
            fetch,
          }),
      ),
  };
}
