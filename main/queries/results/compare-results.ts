import type { CallContext } from '../../../contract/bridge/methods.ts';
import { placeOfComparison } from '../../../contract/queries/result-formats.ts';
import type { Compared, StoredResult } from '../../../contract/queries/results.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import type { ComparedColumn, ComparisonStep } from './compare-files.ts';
import { differenceColumns } from './compare-files.ts';
import type { ResultService } from './result-service.ts';
import type { ResultThread } from './result-thread.ts';

export interface CompareParts {
  readonly results: Pick<ResultService, 'completed' | 'pathOf' | 'add'>;
  readonly thread: ResultThread;
  readonly host: Pick<Host, 'emit'>;
  readonly newId: () => string;
}

export interface CompareRequest {
  readonly left: string;
  readonly right: string;
  readonly key: readonly string[];
  readonly isStrict: boolean;
}

interface Sides {
  readonly left: StoredResult;
  readonly right: StoredResult;
}

/** Columns are matched by name: those of both, in the order of the right one, and those of only one. */
export function columnsOfBoth({ left, right }: Sides): {
  readonly common: readonly ComparedColumn[];
  readonly onlyLeft: string[];
  readonly onlyRight: string[];
} {
  const names = (of: StoredResult): string[] => of.columns.map(({ name }) => name);
  const [lefts, rights] = [names(left), names(right)];
  return {
    common: rights.flatMap((name, at) =>
      lefts.includes(name) ? [{ name, left: lefts.indexOf(name), right: at }] : [],
    ),
    onlyLeft: lefts.filter((name) => !rights.includes(name)),
    onlyRight: rights.filter((name) => !lefts.includes(name)),
  };
}

/** Compares two results row by row. The differences are a result themselves, until `results.endComparison`. */
export async function compareResults(
  { results, thread, host, newId }: CompareParts,
  { left, right, key, isStrict }: CompareRequest,
  call: CallContext,
): Promise<Compared> {
  const sides = { left: results.completed(left), right: results.completed(right) };
  const { common, onlyLeft: leftNames, onlyRight: rightNames } = columnsOfBoth(sides);
  const missing = key.find((name) => !common.some((column) => column.name === name));
  if (missing !== undefined) {
    throw failure('invalid-input', `“${missing}” is not a column of both results. Choose another key.`);
  }
  const keyColumns = common.filter(({ name }) => key.includes(name));
  const others = common.filter(({ name }) => !key.includes(name));
  const placesIn = (of: StoredResult, names: readonly string[]): number[] =>
    of.columns.flatMap(({ name }, at) => (names.includes(name) ? [at] : []));
  const alone = { left: placesIn(sides.left, leftNames), right: placesIn(sides.right, rightNames) };
  const id = newId();
  const into = results.pathOf(id);
  let isAdded = false;
  try {
    const comparison = await thread.call('beginComparison', {
      ...{ left: results.pathOf(left), right: results.pathOf(right), into },
      ...{ key: keyColumns, others, alone, isStrict },
    });
    let last: Exclude<ComparisonStep, { step: 'reading' }>;
    try {
      last = await followed({ thread, host, comparison, left, right }, call);
    } finally {
      await thread.call('endComparison', { comparison });
    }
    if (last.step === 'ambiguous') {
      return { outcome: 'ambiguous', left: copied(last.left), right: copied(last.right) };
    }
    const { onlyLeft, onlyRight, different, same } = last;
    const result: StoredResult = {
      ...sides.right,
      ...{
        id,
        place: placeOfComparison(id),
        columns: columnsOfDifferences(keyColumns, others, leftNames, rightNames),
      },
      ...{ rowCount: onlyLeft + onlyRight + different, fullCount: null, state: 'complete' },
      ...{ failure: null, warnings: [] },
    };
    results.add(result);
    isAdded = true;
    const columns = others.map(({ name }, at) => ({ name, different: last.changed[at] ?? 0 }));
    return {
      outcome: 'compared',
      result,
      onlyLeft,
      onlyRight,
      different,
      same,
      columns,
      alone: { left: leftNames, right: rightNames },
    };
  } finally {
    if (!isAdded) await thread.call('remove', { path: into });
  }
}

interface Following extends Pick<CompareParts, 'thread' | 'host'> {
  readonly comparison: number;
  readonly left: string;
  readonly right: string;
}

/** Runs the steps until they are done or canceled. */
async function followed(
  { thread, host, comparison, left, right }: Following,
  call: CallContext,
): Promise<Exclude<ComparisonStep, { step: 'reading' }>> {
  let percent = -1;
  for (;;) {
    call.signal.throwIfAborted();
    const step = await thread.call('nextComparison', { comparison });
    if (step.step !== 'reading') return step;
    const { done, total } = step;
    const next = Math.floor((100 * done) / Math.max(1, total));
    if (next !== percent) host.emit('results.comparing', { left, right, done, total });
    percent = next;
  }
}

const copied = ({ keys, rows, examples }: Extract<ComparisonStep, { step: 'ambiguous' }>['left']) => ({
  ...{ keys, rows, examples: examples.map((cells) => [...cells]) },
});

/** Makes names unique, for a file that has them as members. */
function columnsOfDifferences(
  key: readonly ComparedColumn[],
  others: readonly ComparedColumn[],
  onlyLeft: readonly string[],
  onlyRight: readonly string[],
): StoredResult['columns'] {
  const names = [
    ...differenceColumns,
    ...key.map(({ name }) => name),
    ...others.flatMap(({ name }) => [`${name} (left)`, `${name} (right)`]),
    ...onlyLeft.map((name) => `${name} (only left)`),
    ...onlyRight.map((name) => `${name} (only right)`),
  ];
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
    taken.add(free);
    return { name: free, type: '' };
  });
}
