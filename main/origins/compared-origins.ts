import type { OriginsState } from '../../contract/origins/origins.ts';
import { originsTargetId, trustedOriginsSchema } from '../../contract/origins/origins.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { Comparable, ComparedIn } from '../changes/kind/compared.ts';
import { isOneTenant } from '../changes/kind/compared.ts';
import { singleSource } from '../changes/kind/single-source.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { without } from './origin-list.ts';
import { originsKey } from './origins-key.ts';

/** The list of one tenant with that of another. Each contains its own host, which doesn't concern the other. */
export function comparedOrigins(
  cache: SnapshotCache,
  read: (context: ChangeContext) => Promise<OriginsState>,
): Comparable<OriginsState, OriginsState> {
  return {
    eventSubject: () => ({ type: 'TenantConfig', id: null }),
    source: singleSource({
      id: originsTargetId,
      name: 'Trusted origins',
      read,
      cached({ id }) {
        const stored = cache.snapshots.read(id, originsKey, trustedOriginsSchema);
        return stored && { state: { origins: stored.data.origins }, readAt: stored.fetchedAt };
      },
    }),
    stateOf: ({ origins }, where) => ({
      origins: isOneTenant(where) ? origins : without(origins, ownHosts(where)),
    }),
    // The two hosts keep the state they have in the target.
    carry({ origins }, base, where) {
      const present = base?.origins ?? [];
      const ofHosts = without(present, without(present, ownHosts(where)));
      return { origins: [...without(origins, ownHosts(where)), ...ofHosts] };
    },
  };
}

/** With and without the port, as a list may contain them. */
const ownHosts = ({ tenant, other }: ComparedIn): readonly string[] =>
  [tenant, other].map(({ baseUrl }) => new URL(baseUrl)).flatMap(({ host, hostname }) => [host, hostname]);
