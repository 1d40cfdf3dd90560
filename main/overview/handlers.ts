import type { CertificateReading } from '../../contract/applications/applications.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { CallContext, Handlers, HandlersOf } from '../../contract/bridge/methods.ts';
import type { Deliveries, DeliveringWebhook, DriftState } from '../../contract/overview/overview.ts';
import {
  activitySchema,
  applicationUsageSchema,
  certificatesSchema,
  deliveriesSchema,
  isFailing,
  tenantGlanceSchema,
} from '../../contract/overview/overview.ts';
import type { TenantGlance } from '../../contract/overview/overview.ts';
import { allowsCache } from '../../contract/errors/errors.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import type { Webhook } from '../../contract/webhooks/webhooks.ts';
import type { Drift, KnownDrift } from '../changes/drift/drift.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { readActivity } from './activity-query.ts';
import { readApplicationUsage } from './application-usage.ts';
import { dueCertificates, endingCertificates } from './certificates.ts';
import type { SignedApplication } from './certificates.ts';
import type { VisitStore } from './visit-store.ts';

/** Calls of other features, the same that their views use. */
export interface OverviewReads {
  readonly webhooks: Handlers['webhooks.list'];
  readonly deliverySummaries: Handlers['sandbox.deliverySummaries'];
  readonly deliveryStatistics: Handlers['sandbox.deliveryStatistics'];
  readonly certificate: Handlers['applications.certificate'];
  /** Applications that the tenant signs for. */
  signedApplications(
    tenantId: string,
    call: CallContext,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** The last reading of a certificate; undefined when there was none. */
  cachedCertificate(
    tenantId: string,
    id: string,
  ): { readonly data: CertificateReading; readonly fetchedAt: number } | undefined;
  /** The last list; undefined when there was none. */
  cachedApplications(tenantId: string): { readonly count: number; readonly fetchedAt: number } | undefined;
}

export interface OverviewParts {
  readonly drift: Drift;
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
  readonly tenants: TenantDirectory;
  readonly reads: OverviewReads;
  readonly visits: VisitStore;
}

const activityKey = (days: number): string => `overview-activity:${days}`;
const usageKey = (id: string): string => `application-usage:${id}`;
const deliveriesKey = 'overview-deliveries';
const certificatesKey = 'overview-certificates';

/** Certificates that are read concurrently. */
const atOnce = 4;

export function createOverviewHandlers(parts: OverviewParts): HandlersOf<'overview'> {
  const { client, cache, drift, tenants, reads, visits } = parts;
  const { now } = cache;

  /** Reads the certificates that are due, and returns all of them as known after that. */
  async function readCertificates(tenantId: string, call: CallContext) {
    const applications = await reads.signedApplications(tenantId, call);
    const known = (): SignedApplication[] =>
      applications.map(({ id, name }) => ({ id, name, reading: reads.cachedCertificate(tenantId, id) }));
    const due = dueCertificates(known(), now());
    for (let at = 0; at < due.length; at += atOnce) {
      call.signal.throwIfAborted();
      await Promise.all(
        due.slice(at, at + atOnce).map(async ({ id }) => {
          try {
            await reads.certificate({ tenantId, id, freshness: 'cache-first' }, call);
          } catch (error) {
            // One that can't be read counts as not read.
            if (!(error instanceof DeskFailure)) throw error;
          }
        }),
      );
    }
    return endingCertificates(known(), now());
  }

  return {
    'overview.activity': ({ tenantId, days, freshness }, call) =>
      readThrough(cache, {
        ...{ tenantId, freshness, key: activityKey(days), schema: activitySchema },
        fetch: () => readActivity(client, { tenantId, days, now: now() }, call),
      }),
    'overview.applicationUsage': ({ tenantId, id, freshness }, call) =>
      readThrough(cache, {
        ...{ tenantId, freshness, key: usageKey(id), schema: applicationUsageSchema },
        fetch: () => readApplicationUsage(client, { tenantId, id, now: now() }, call),
      }),
    'overview.deliveries': ({ tenantId, freshness }, call) =>
      readThrough(cache, {
        ...{ tenantId, freshness, key: deliveriesKey, schema: deliveriesSchema },
        async fetch() {
          const { data: webhooks, source, error } = await reads.webhooks({ tenantId, freshness }, call);
          if (source === 'cache' && error !== undefined) throw new DeskFailure(error);
          if (!tenants.get(tenantId).isSandbox) return notRecorded(webhooks);
          const [summaries, statistics] = await Promise.all([
            reads.deliverySummaries({ tenantId }, call),
            reads.deliveryStatistics({ tenantId }, call),
          ]);
          return { ...recorded(webhooks, summaries), statistics };
        },
      }),
    'overview.certificates': ({ tenantId, freshness }, call) =>
      readThrough(cache, {
        ...{ tenantId, freshness, key: certificatesKey, schema: certificatesSchema },
        fetch: () => readCertificates(tenantId, call),
      }),
    'overview.drift': async ({ tenantId, freshness }, call) => {
      const cached = drift.known(tenantId);
      const isCached = readAtOf(cached) !== null;
      if (freshness === 'cache-first' && isCached) return snapshotOf(cached, 'cache');
      try {
        return snapshotOf(await drift.look(tenantId, call), 'tenant');
      } catch (error) {
        if (!isCached || !(error instanceof DeskFailure) || !allowsCache(error.code)) throw error;
        return { ...snapshotOf(cached, 'cache'), error: error.error };
      }
    },
    'overview.driftParts': async ({ tenantId, kind, targetId }) => drift.parts(tenantId, kind, targetId),
    'overview.markSeen': async ({ tenantId, items }) => {
      drift.markSeen(tenantId, items);
    },
    'overview.noteOpened': async ({ tenantId }) => {
      visits.note(tenants.get(tenantId).id, now());
    },
    'overview.tenants': async () => tenants.list().map(({ id }) => glanceOf(parts, id)),
  };
}

/** What the list of tenants shows of one, from cached data. */
function glanceOf(
  { cache: { snapshots }, drift, reads, visits }: OverviewParts,
  tenantId: string,
): TenantGlance {
  const deliveries = snapshots.read(tenantId, deliveriesKey, deliveriesSchema);
  const certificates = snapshots.read(tenantId, certificatesKey, certificatesSchema);
  const activity = snapshots.read(tenantId, activityKey(14), activitySchema);
  const applications = reads.cachedApplications(tenantId);
  const readings = [deliveries, certificates, activity, applications].flatMap((one) => one?.fetchedAt ?? []);
  const last = activity?.data.signIns.at(-1);
  return tenantGlanceSchema.parse({
    tenantId,
    readAt: readings.length === 0 ? null : Math.max(...readings),
    applications: applications?.count ?? null,
    webhooks: deliveries?.data.webhooks ?? null,
    failingWebhooks:
      deliveries?.data.areRecorded === true ? deliveries.data.delivering.filter(isFailing).length : null,
    signIns: last === undefined ? null : { signedIn: last.signedIn, failed: last.failed },
    endingCertificates: certificates?.data.ending.length ?? 0,
    ...visits.of(tenantId),
    drifted: drift.known(tenantId).drifts.length,
  });
}
/** Of the kind that was read longest ago; null when none was. */
function readAtOf({ kinds }: KnownDrift): number | null {
  const readings = kinds.flatMap(({ readAt }) => readAt ?? []);
  return readings.length === 0 ? null : Math.min(...readings);
}

function snapshotOf(known: KnownDrift, source: 'tenant' | 'cache'): Snapshot<DriftState> {
  return {
    data: {
      isReading: known.isReading,
      items: known.drifts.map(
        ({ kind, targetId, name, about, difference, summary, seenAt, readAt, changedAt, changedBy }) => ({
          ...{ kind, targetId, name, about, difference, summary, seenAt, readAt, changedAt, changedBy },
        }),
      ),
      kinds: known.kinds.map((kind) => ({ ...kind, noun: { ...kind.noun } })),
    },
    fetchedAt: readAtOf(known) ?? 0,
    source,
  };
}

const notRecorded = (webhooks: readonly Webhook[]): Deliveries => ({
  areRecorded: false,
  webhooks: webhooks.length,
  delivering: [],
  statistics: null,
});

/** Only existing webhooks: deleted ones need no attention. */
function recorded(
  webhooks: readonly Webhook[],
  summaries: Awaited<ReturnType<OverviewReads['deliverySummaries']>>,
): Omit<Deliveries, 'statistics'> {
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const delivering = summaries.flatMap((summary): DeliveringWebhook[] => {
    const webhook = byId.get(summary.webhookId);
    return webhook === undefined
      ? []
      : [{ ...summary, name: webhook.name, host: URL.parse(webhook.url)?.host ?? '' }];
  });
  return { areRecorded: true, webhooks: webhooks.length, delivering };
}
