import { z } from 'zod';
import { webhookSchema } from '../../contract/webhooks/webhooks.ts';
import type { ReferenceSource } from '../changes/references/reference-source.ts';
import { placesNaming } from '../changes/references/reference-source.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { webhooksKey } from './kind/offline-webhooks.ts';

/** What stands in their place says nothing. */
const secretParts = 'The secret parts of addresses and headers of webhooks: nobody reads them here.';
const listSchema = z.array(webhookSchema);

/** Webhooks that name an identifier in their address, their template or their filter. */
export function webhookReferences({ snapshots }: Pick<SnapshotCache, 'snapshots'>): ReferenceSource {
  return ({ tenantId, ids }) => {
    const kept = snapshots.read(tenantId, webhooksKey, listSchema);
    if (kept === undefined) {
      return { references: [], notSearched: ['The webhooks: they have not been read here yet.'] };
    }
    const references = kept.data.flatMap((webhook) => {
      const { id, name, description, url, headers, requestBody, record } = webhook;
      const places = placesNaming(ids, {
        name,
        description,
        address: url,
        headers,
        template: requestBody,
        filter: record['rule'],
      });
      return places.length === 0 ? [] : [{ kind: 'webhook', targetId: id, name, places: [...places] }];
    });
    return { references, notSearched: kept.data.length === 0 ? [] : [secretParts] };
  };
}
