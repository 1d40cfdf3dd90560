import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import { signedInName } from '../../tenants/session/session-directory.ts';
import type { OpenedSet } from '../files/change-set-file.ts';
import { changeSetFromComparison } from './comparison-change-set.ts';
import type { ComparisonParts } from './comparisons.ts';
import { createComparisons } from './comparisons.ts';
import { createRowReader, directionOf } from './read-row.ts';

export interface ComparisonHandlerParts extends ComparisonParts {
  readonly changeSets: OpenedFiles<OpenedSet>;
}

export function createComparisonHandlers(parts: ComparisonHandlerParts): HandlersOf<'comparisons'> {
  const { kinds, tenants, sessions, changeSets, newId, now } = parts;
  const comparisons = createComparisons(parts);
  const reading = {
    kinds,
    now,
    isSignedIn: (tenantId: string) => sessions.status(tenantId).state === 'signed-in',
  };

  return {
    'comparisons.make': (both, call) => comparisons.make(both, call),
    'comparisons.readAgain': ({ comparisonId, kind }, call) => comparisons.refresh(comparisonId, kind, call),
    'comparisons.rows': async ({ comparisonId, isWithSame }) => comparisons.rows(comparisonId, isWithSame),
    'comparisons.row': async ({ comparisonId, rowId, targetId }, call) => {
      const direction = directionOf(comparisons.get(comparisonId), targetId, tenants.get);
      const read = createRowReader(reading, direction, call);
      const { kind, records } = await read(comparisons.row(comparisonId, rowId));
      const { parts: shown, notCompared } = kind.compared.show(records);
      return {
        parts: shown,
        notCompared: [...notCompared],
        isInSource: records.source !== undefined,
        isInTarget: records.target !== undefined,
      };
    },
    'comparisons.changeSet': async ({ comparisonId, rowIds, targetId }, call) => {
      const direction = directionOf(comparisons.get(comparisonId), targetId, tenants.get);
      const { source } = direction;
      const set = await changeSetFromComparison(
        rowIds.map((rowId) => comparisons.row(comparisonId, rowId)),
        {
          direction,
          read: createRowReader(reading, direction, call),
          createdBy: signedInName(sessions, source.id),
          createdAt: now(),
          call,
        },
      );
      const fileId = newId();
      changeSets.add(fileId, { fileName: set.title, set });
      return {
        fileId,
        name: set.title,
        title: set.title,
        createdBy: set.createdBy,
        createdAt: Date.parse(set.createdAt),
        count: set.changes.length,
        tenantName: source.name,
        tenantAddress: source.baseUrl,
        tenantId: source.id,
      };
    },
  };
}
