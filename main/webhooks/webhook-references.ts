import { z } from 'zod';
import { webhookSchema } from '../../contract/webhooks/webhooks.ts';
import type { ReferenceSource } from '../changes/references/reference-source.ts';
import { placesNaming } from '../changes/references/reference-source.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { webhooksKey } from './kind/offline-webhooks.ts';

/** Their placeholders aren't searched. */
const secretParts = 'Secret parts of webhook URLs and headers are not searched.';
const listSchema = z.array(webhookSchema);

/** Webhooks that contain an ID in their URL, their template or their filter. */
export function webhookReferences({ snapshots }: Pick<SnapshotCache, 'snapshots'>): ReferenceSource {
  return ({ tenantId, ids }) => {
    const cached = snapshots.read(tenantId, webhooksKey, listSchema);
    if (cached === undefined) {
      return { references: [], notSearched: ['Webhooks: the list hasn’t been loaded yet.'] };
    }
    const references = cached.data.flatMap((webhook) => {
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
    return { references, notSearched: cached.data.length === 0 ? [] : [secretParts] };
  };
}
