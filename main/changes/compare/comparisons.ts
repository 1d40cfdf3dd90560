import type { Comparison, ComparisonProgress, ComparisonRow } from '../../../contract/changes/comparisons.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import { createOpenedFiles } from '../../platform/files/opened-files.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { ComparedSourceResult, ComparedItemKind } from './compare-source.ts';
import { compareSource } from './compare-source.ts';

export interface ComparisonParts {
  readonly kinds: KindTable;
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly emitProgress: (progress: ComparisonProgress) => void;
}

/** A comparison in memory: IDs and summaries, without the states of items. */
export interface HeldComparison {
  readonly id: string;
  readonly firstId: string;
  readonly secondId: string;
  readonly results: readonly ComparedSourceResult[];
}

export interface Comparisons {
  make(
    tenants: { readonly firstId: string; readonly secondId: string },
    call: CallContext,
  ): Promise<Comparison>;
  /** Compares one kind again. */
  refresh(id: string, kindName: string, call: CallContext): Promise<Comparison>;
  /** Throws `not-found`. */
  get(id: string): HeldComparison;
  rows(id: string, isWithSame: boolean): ComparisonRow[];
  row(id: string, rowId: string): ComparisonRow;
}

/** Milliseconds between two progress events. */
const progressIntervalMs = 100;

/** Compares two tenants. Sends nothing that changes anything. */
export function createComparisons(parts: ComparisonParts): Comparisons {
  const { kinds, tenants, sessions, newId, now, emitProgress } = parts;
  const held: OpenedFiles<HeldComparison> = createOpenedFiles(
    'This comparison no longer exists. Compare the tenants again.',
  );
  const compared = kinds.itemKinds.filter((kind): kind is ComparedItemKind => kind.compared !== undefined);
  const groups = [...Map.groupBy(compared, (kind) => kind.compared.source).values()];

  async function compareGroup(
    group: readonly ComparedItemKind[],
    { firstId, secondId }: { readonly firstId: string; readonly secondId: string },
    call: CallContext,
  ): Promise<ComparedSourceResult> {
    const what = group.map(({ noun }) => noun.many).join(' and ');
    let lastProgressAt = -progressIntervalMs;
    return await compareSource({
      kinds: group,
      first: tenants.get(firstId),
      second: tenants.get(secondId),
      call,
      isSignedIn: (tenantId) => sessions.status(tenantId).state === 'signed-in',
      now,
      onProgress(done, total) {
        const at = now();
        if (done !== total && done !== 0 && at - lastProgressAt < progressIntervalMs) return;
        lastProgressAt = at;
        emitProgress({ firstId, secondId, what, done, total });
      },
    });
  }

  function store(comparison: HeldComparison): Comparison {
    held.add(comparison.id, comparison);
    const { id, firstId, secondId, results } = comparison;
    return { id, firstId, secondId, kinds: results.flatMap((result) => result.kinds) };
  }

  return {
    async make({ firstId, secondId }, call) {
      if (firstId === secondId) throw failure('invalid-input', 'Choose two different tenants.');
      const results: ComparedSourceResult[] = [];
      for (const group of groups) results.push(await compareGroup(group, { firstId, secondId }, call));
      return store({ id: newId(), firstId, secondId, results });
    },
    async refresh(id, kindName, call) {
      const before = held.get(id);
      const at = groups.findIndex((group) => group.some(({ name }) => name === kindName));
      const group = groups[at];
      if (group === undefined) throw failure('invalid-input', `“${kindName}” can’t be compared.`);
      const result = await compareGroup(group, before, call);
      const { results } = held.get(id);
      return store({ ...before, results: results.with(at, result) });
    },
    get: (id) => held.get(id),
    rows: (id, isWithSame) =>
      held
        .get(id)
        .results.flatMap(({ rows }) => rows)
        .filter(({ difference }) => isWithSame || difference !== 'same'),
    row(id, rowId) {
      const found = held
        .get(id)
        .results.flatMap(({ rows }) => rows)
        .find((row) => row.id === rowId);
      if (found !== undefined) return found;
      throw failure('not-found', 'This row is no longer in the comparison. Compare the tenants again.');
    },
  };
}
