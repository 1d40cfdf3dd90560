import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { isTenantWide } from '../../contract/errors/errors.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import { maxIconBytes } from '../../contract/offline/offline-kinds.ts';
import { inOrder } from '../platform/timing/in-order.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readIcon } from '../tenants/endpoints/icon-read.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';

/** Data URL; null where the tenant has no image there. */
const iconSchema = z.string().nullable();

/** Cache key of an icon. */
export const iconKey = (address: string): string => `icon:${address}`;
const dayMs = 24 * 60 * 60 * 1000;
/** Older icons are refreshed. */
const freshMs = 7 * dayMs;
const readsAtOnce = 4;

export interface IconRequest {
  readonly tenantId: string;
  readonly icons: readonly string[];
}

/**
 * The icons at the given URLs, from the cache or the tenant. When the tenant can't be asked now, an older copy is
 * returned, and without one the URL is absent from the result and may be requested again.
 */
export async function readIcons(
  { client, cache }: { readonly client: TenantClient; readonly cache: SnapshotCache },
  { tenantId, icons }: IconRequest,
  call: CallContext,
): Promise<Record<string, string | null>> {
  const { snapshots, now } = cache;
  const images: [string, string | null][] = [];
  const missing: string[] = [];
  for (const address of new Set(icons)) {
    const stored = snapshots.read(tenantId, iconKey(address), iconSchema);
    if (stored !== undefined) images.push([address, stored.data]);
    if (stored === undefined || ageOf(stored.fetchedAt, now()) > freshMs) missing.push(address);
  }
  let isReachable = true;
  const read = inOrder(missing, readsAtOnce, async (address) => {
    if (!isReachable) return undefined;
    try {
      return { address, image: await readIcon(client, { tenantId, address }, call) };
    } catch (error) {
      if (!(error instanceof DeskFailure) || error.code === 'canceled') throw error;
      // The others would fail for the same reason.
      if (isTenantWide(error.code)) isReachable = false;
      return undefined;
    }
  });
  for await (const icon of read) {
    if (icon === undefined) continue;
    snapshots.write(tenantId, iconKey(icon.address), icon.image, now());
    images.push([icon.address, icon.image]);
  }
  if (missing.length > 0) snapshots.deleteOlder(tenantId, iconKey(''), maxIconBytes);
  // If a URL is there twice, the later image is the newer one.
  return Object.fromEntries(images);
}
