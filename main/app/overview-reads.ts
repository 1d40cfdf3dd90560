import { protocolOf } from '../../contract/applications/application-protocol.ts';
import { certificateReadingSchema } from '../../contract/applications/applications.ts';
import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { federated } from '../../contract/applications/sign-on-field.ts';
import { readStoredList } from '../applications/stored-list.ts';
import { certificateKey } from '../applications/metadata/cached-certificate.ts';
import type { OverviewReads } from '../overview/handlers.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';

type Reading = HandlersOf<'applications'> & HandlersOf<'webhooks'> & HandlersOf<'sandbox'>;

/** Reads of other nouns for the Overview. */
export function overviewReads(handlers: Reading, snapshots: SnapshotStore): OverviewReads {
  return {
    webhooks: handlers['webhooks.list'],
    deliverySummaries: handlers['sandbox.deliverySummaries'],
    deliveryStatistics: handlers['sandbox.deliveryStatistics'],
    certificate: handlers['applications.certificate'],
    async signedApplications(tenantId, call) {
      const { data } = await handlers['applications.list']({ tenantId, freshness: 'cache-first' }, call);
      return data.filter(isSigned);
    },
    cachedCertificate: (tenantId, id) =>
      snapshots.read(tenantId, certificateKey(id), certificateReadingSchema),
    cachedApplications(tenantId) {
      const cached = readStoredList(snapshots, tenantId);
      return cached && { count: cached.data.length, fetchedAt: cached.fetchedAt };
    },
  };
}

/** Decided from the list entry, so that the full record isn't needed. */
export function isSigned({ type, templateName }: ApplicationSummary): boolean {
  const protocol = protocolOf({ AppTypeDisplayName: type, TemplateName: templateName });
  return federated.some((one) => one === protocol);
}
