import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { setAll, undo } from '../builders/requests.ts';
import { readClientIds, readContent } from '../builders/tenant-content.ts';
import { useDesk } from '../builders/use-desk.ts';
import { anyChanges } from './undo/any-changes.ts';
import { editsOf } from './undo/edits-of.ts';

/** Plans in every run of the specs; `UNDO_PLANS=500` for more of them, `UNDO_SEED` for others. */
const plans = Number(process.env['UNDO_PLANS'] ?? 12);
const seed = Number(process.env['UNDO_SEED'] ?? 2026);

const on = useDesk();
const doneStates = new Set(['verified', 'unchanged']);

/** Applications of every protocol that the tenant has, each with its own script, as after any undo. */
async function ownApplications(): Promise<readonly string[]> {
  const { data } = await on.desk.call('applications.list', {
    tenantId: on.desk.tenantId,
    freshness: 'tenant-first',
  });
  const one = new Map(data.map(({ type, id }) => [type, id]));
  const ids = [...one.values(), ...data.slice(0, 4).map(({ id }) => id)];
  await on.desk.apply(setAll('script', [...new Set(ids)], { script: 'setAudience("own");\n' }));
  return [...new Set(ids)];
}

function deletedIn(request: ChangeRequest): ReadonlySet<string | null> {
  const all = request.from === 'edits' ? request.edits : [];
  return new Set(all.filter(({ wanted }) => wanted === null).map(({ targetId }) => targetId));
}

describe('the tenant after a plan of anything and its undo', () => {
  it('restores everything, for any combination of creations, edits, assignments, and deletions', async () => {
    await ownApplications();
    await fc.assert(
      fc.asyncProperty(anyChanges, async (changes) => {
        // Reloaded each time: a restored item has a new ID.
        const applications = await ownApplications();
        const request = await editsOf(on.desk, changes, applications);
        if (request === undefined) return;
        const before = await readContent(on.tenant);
        const stay = applications.filter((id) => !deletedIn(request).has(id));
        const clients = await readClientIds(on.tenant, stay);
        const { plan, items } = await on.desk.apply(request);
        expect(items.filter(({ state }) => !doneStates.has(state))).toEqual([]);
        if (items.every(({ state }) => state === 'unchanged')) return;
        const undone = await on.desk.apply(undo(plan.id));
        expect(undone.items.filter(({ state }) => !doneStates.has(state))).toEqual([]);
        expect(await readContent(on.tenant)).toEqual(before);
        // The only setting that the platform generates, and only a deleted item may lose it.
        expect(await readClientIds(on.tenant, stay)).toEqual(clients);
      }),
      // The first plan that fails is as good as the shortest, which would take hundreds of plans to find.
      { numRuns: plans, seed, endOnFailure: true },
    );
  }, 600_000);
});
