import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import type { SnapshotCache } from '../../platform/storage/read-through.ts';
import { readThrough } from '../../platform/storage/read-through.ts';
import { pastEventsSchema } from '../../../contract/webhooks/samples.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import { forgetOldEvents, pastEventsKey } from './forget-old-events.ts';
import { readPastEvents } from './read-past-events.ts';
import type { SampleStore } from './sample-store.ts';

export interface SampleParts {
  readonly store: SampleStore;
  readonly host: Pick<Host, 'openFile'>;
  readonly client: TenantClient;
  readonly tenants: Pick<TenantDirectory, 'get'>;
  readonly cache: SnapshotCache;
}

/** Throws for invalid UTF-8; a byte order mark is removed. */
const decoder = new TextDecoder('utf-8', { fatal: true });

export function createSampleHandlers({
  store,
  host,
  client,
  tenants,
  cache,
}: SampleParts): HandlersOf<'samples'> {
  return {
    'samples.list': async ({ tenantId }) => store.list(tenantId),
    'samples.save': async ({ tenantId, sample }) => void store.save(tenantId, sample),
    'samples.remove': async ({ tenantId, id }) => void store.remove(tenantId, id),
    'samples.openFile': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Import sample events', extensions: ['.json'], maxBytes: sampleLimits.fileBytes },
        call.signal,
      );
      return file === undefined ? undefined : { fileName: file.name, text: textOf(file.name, file.bytes) };
    },
    'samples.pastEvents': ({ tenantId, days }, call) =>
      readThrough(cache, {
        tenantId,
        key: pastEventsKey,
        freshness: 'tenant-first',
        schema: pastEventsSchema,
        fetch: () => {
          const { isSandbox } = tenants.get(tenantId);
          return readPastEvents(client, { tenantId, days, isSandbox, now: cache.now() }, call);
        },
      }),
    'samples.cachedEvents': async ({ tenantId }) => {
      forgetOldEvents(cache.snapshots, [{ id: tenantId }], cache.now());
      const cached = cache.snapshots.read(tenantId, pastEventsKey, pastEventsSchema);
      return cached === undefined ? undefined : { ...cached, source: 'cache' };
    },
    'samples.forgetEvents': async ({ tenantId }) => void cache.snapshots.forget(tenantId, pastEventsKey),
  };
}

function textOf(name: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw failure('file-wrong-shape', `${name} isn’t UTF-8 text, so it can’t be JSON.`);
  }
}
