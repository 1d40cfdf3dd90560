import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { areEqualCells } from '../../../contract/queries/equal-cells.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import { makeOwnFile } from '../../platform/storage/owner-only.ts';
import type { ResultFile } from './result-file.ts';
import { transaction } from '../../platform/storage/database.ts';

/** A column of both results, by its position in each. */
export interface ComparedColumn {
  readonly name: string;
  readonly left: number;
  readonly right: number;
}

type Side = 'left' | 'right';

export interface ComparisonRequest {
  /** Paths of two results. */
  readonly left: string;
  readonly right: string;
  /** Where the differences are written, as rows of a result. */
  readonly into: string;
  readonly key: readonly ComparedColumn[];
  readonly others: readonly ComparedColumn[];
  /** Positions of columns that only one result has: not compared, but shown for rows that differ otherwise. */
  readonly alone: Readonly<Record<Side, readonly number[]>>;
  readonly isStrict: boolean;
}

export interface Ambiguous {
  readonly keys: number;
  readonly rows: number;
  readonly examples: ResultCell[][];
}

export type ComparisonStep =
  /** Rows that were read, and the total to read. */
  | { readonly step: 'reading'; readonly done: number; readonly total: number }
  | { readonly step: 'ambiguous'; readonly left: Ambiguous; readonly right: Ambiguous }
  | {
      readonly step: 'done';
      readonly onlyLeft: number;
      readonly onlyRight: number;
      readonly different: number;
      readonly same: number;
      /** For each of `others`, in how many rows it differs. */
      readonly changed: readonly number[];
    };

export interface Comparison {
  readonly steps: Iterator<ComparisonStep, ComparisonStep>;
  /** Removes the working tables; the differences stay. */
  end(): void;
}

/** The first columns of a row of differences, before its key. */
export const differenceColumns = ['Difference', 'Columns that differ'] as const;
/** The values of its first cell. */
export const differenceLabels = {
  left: 'only left',
  right: 'only right',
  different: 'different',
} as const;

/** Rows that are read at once. */
const batch = 500;
/** Maximum example rows of an ambiguous key. */
const maxExamples = 5;
/** Maximum characters of a key that are stored; longer keys are hashed. */
const maxKeyLength = 200;

/**
 * Compares two results row by row. The keys of both are stored in a table on the disk, so that memory doesn't grow with the
 * rows; each step takes a moment, and `fileAt` throws when a result was removed in the meantime.
 */
export function beginComparison(
  request: ComparisonRequest,
  fileAt: (path: string) => ResultFile,
): Comparison {
  const path = `${request.into}.keys`;
  const remove = (): void => {
    for (const suffix of ['', '-journal']) rmSync(`${path}${suffix}`, { force: true });
  };
  remove();
  makeOwnFile(path);
  const keys = new DatabaseSync(path);
  keys.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; PRAGMA cache_size = -16000;
     CREATE TABLE left_keys (id INTEGER PRIMARY KEY, key TEXT NOT NULL);
     CREATE TABLE right_keys (id INTEGER PRIMARY KEY, key TEXT NOT NULL)`,
  );
  return {
    steps: compare(request, keys, fileAt),
    end() {
      keys.close();
      remove();
    },
  };
}

function* compare(
  request: ComparisonRequest,
  keys: DatabaseSync,
  fileAt: (path: string) => ResultFile,
): Generator<ComparisonStep, ComparisonStep> {
  const rowsIn = (side: Side): number => fileAt(request[side]).rowCount;
  const total = 2 * (rowsIn('left') + rowsIn('right'));
  let done = 0;
  const reading = (rows: number): ComparisonStep => {
    done += rows;
    return { step: 'reading', done, total };
  };
  for (const side of ['left', 'right'] as const) {
    const insert = keys.prepare(`INSERT INTO ${side}_keys VALUES (?, ?)`);
    for (let first = 0; first < rowsIn(side); first += batch) {
      const rows = fileAt(request[side]).rows(first, batch);
      transaction(keys, () => {
        rows.forEach((row, at) => insert.run(first + at + 1, keyOf(row, side, request)));
      });
      yield reading(rows.length);
    }
    keys.exec(`CREATE INDEX ${side}_by_key ON ${side}_keys (key)`);
    yield reading(0);
  }
  const [left, right] = (['left', 'right'] as const).map((side) => ambiguous(request, side, keys, fileAt));
  if (left !== undefined && right !== undefined && left.keys + right.keys > 0) {
    return { step: 'ambiguous', left, right };
  }
  const differences = createDifferences(request, fileAt);
  // The file must exist even if nothing differs.
  differences.write([]);
  const pass = { request, keys, fileAt, reading, differences };
  const { changed, ...counts } = yield* compareLeft(pass);
  const onlyRight = yield* findOnlyRight(pass);
  return { step: 'done', ...counts, onlyRight, changed };
}

interface ComparisonPass {
  readonly request: ComparisonRequest;
  readonly keys: DatabaseSync;
  readonly fileAt: (path: string) => ResultFile;
  readonly reading: (rows: number) => ComparisonStep;
  readonly differences: Differences;
}

/** Writes the rows that only the left result has, and those that differ; counts all rows of the left result. */
function* compareLeft({ request, keys, fileAt, reading, differences }: ComparisonPass) {
  const { left, right, others, isStrict } = request;
  const counts = { onlyLeft: 0, different: 0, same: 0 };
  const changed = others.map(() => 0);
  const partners = keys.prepare(
    `SELECT a.id AS id, b.id AS partner FROM left_keys AS a LEFT JOIN right_keys AS b ON b.key = a.key
     WHERE a.id BETWEEN ? AND ? ORDER BY a.id`,
  );
  for (let first = 0; first < fileAt(left).rowCount; first += batch) {
    const rows = fileAt(left).rows(first, batch);
    const found = partners.all(first + 1, first + rows.length);
    const partnerIds = found.map(({ partner }) => (partner === null ? undefined : Number(partner)));
    const theirs = fileAt(right).rowsOf(partnerIds.flatMap((id) => id ?? []));
    let next = 0;
    const written: ResultCell[][] = [];
    rows.forEach((row, at) => {
      const partner = partnerIds[at] === undefined ? undefined : theirs[next++];
      if (partner === undefined) {
        counts.onlyLeft += 1;
        written.push(differences.row({ label: differenceLabels.left, left: row }));
        return;
      }
      const unlike = others.filter((column, index) => {
        const differs = !areEqualCells(row[column.left] ?? null, partner[column.right] ?? null, isStrict);
        if (differs) changed[index] = (changed[index] ?? 0) + 1;
        return differs;
      });
      counts[unlike.length === 0 ? 'same' : 'different'] += 1;
      if (unlike.length === 0) return;
      const names = JSON.stringify(unlike.map(({ name }) => name));
      written.push(differences.row({ label: differenceLabels.different, names, left: row, right: partner }));
    });
    differences.write(written);
    yield reading(rows.length);
  }
  return { ...counts, changed };
}

/** Writes the rows that only the right result has, and returns their number. */
function* findOnlyRight({ request: { right }, keys, fileAt, reading, differences }: ComparisonPass) {
  const unmatched = keys.prepare(
    `SELECT b.id AS id FROM right_keys AS b WHERE b.id BETWEEN ? AND ?
     AND NOT EXISTS (SELECT 1 FROM left_keys AS a WHERE a.key = b.key) ORDER BY b.id`,
  );
  let count = 0;
  for (let first = 0; first < fileAt(right).rowCount; first += batch) {
    const ids = unmatched.all(first + 1, first + batch).map(({ id }) => Number(id));
    count += ids.length;
    const rows = fileAt(right).rowsOf(ids);
    differences.write(rows.map((row) => differences.row({ label: differenceLabels.right, right: row })));
    yield reading(batch);
  }
  return count;
}

interface Difference {
  readonly label: string;
  /** The columns that differ, as JSON. */
  readonly names?: string;
  readonly left?: readonly ResultCell[];
  readonly right?: readonly ResultCell[];
}

interface Differences {
  /** Its cells: the label and names, the key, each compared column of both results, and the columns of only one. */
  row(difference: Difference): ResultCell[];
  write(rows: ResultCell[][]): void;
}

function createDifferences(
  { into, key, others, alone }: ComparisonRequest,
  fileAt: (path: string) => ResultFile,
): Differences {
  const width =
    differenceColumns.length + key.length + 2 * others.length + alone.left.length + alone.right.length;
  return {
    row: ({ label, names = null, left, right }) => [
      ...[label, names],
      ...key.map((column) => (left === undefined ? right?.[column.right] : left[column.left]) ?? null),
      ...others.flatMap((column) => [left?.[column.left] ?? null, right?.[column.right] ?? null]),
      ...alone.left.map((column) => left?.[column] ?? null),
      ...alone.right.map((column) => right?.[column] ?? null),
    ],
    write(rows) {
      const file = fileAt(into);
      file.widen(width);
      file.append(rows);
    },
  };
}

/** The key that identifies a row in its result, and is the same for its counterpart in the other one. */
function keyOf(row: readonly ResultCell[], side: Side, { key, isStrict }: ComparisonRequest): string {
  const cells = key.map((column) => row[column[side]] ?? null);
  const text = JSON.stringify(isStrict ? cells : cells.map(cellText));
  return text.length <= maxKeyLength ? text : createHash('sha256').update(text).digest('hex');
}

function ambiguous(
  request: ComparisonRequest,
  side: Side,
  keys: DatabaseSync,
  fileAt: (path: string) => ResultFile,
): Ambiguous {
  const twice = `SELECT min(id) AS id, count(*) AS rows FROM ${side}_keys GROUP BY key HAVING count(*) > 1`;
  const sums = keys.prepare(`SELECT count(*) AS keys, coalesce(sum(rows), 0) AS rows FROM (${twice})`).get();
  const ids = keys.prepare(`${twice} ORDER BY rows DESC, id LIMIT ${maxExamples}`).all();
  const examples = fileAt(request[side])
    .rowsOf(ids.map(({ id }) => Number(id)))
    .map((row) => request.key.map((column) => row[column[side]] ?? null));
  return { keys: Number(sums?.['keys'] ?? 0), rows: Number(sums?.['rows'] ?? 0), examples };
}
