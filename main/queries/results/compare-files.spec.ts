import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultCell } from '../../../contract/queries/results.ts';
import type { ComparedColumn, ComparisonRequest, ComparisonStep } from './compare-files.ts';
import { beginComparison } from './compare-files.ts';
import { guessKey } from './guess-key.ts';
import type { ResultFile } from './result-file.ts';
import { openResultFile } from './result-file.ts';

let folder: string;
let files: Map<string, ResultFile>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-compare-'));
  files = new Map();
});

afterEach(() => {
  for (const file of files.values()) file.close();
  rmSync(folder, { recursive: true, force: true });
});

type Rows = readonly (readonly ResultCell[])[];

function fileAt(path: string): ResultFile {
  const file = files.get(path) ?? openResultFile(path);
  files.set(path, file);
  return file;
}

function fill(name: string, rows: Rows): string {
  const path = join(folder, name);
  const file = fileAt(path);
  file.widen(Math.max(0, ...rows.map(({ length }) => length)));
  file.append(rows);
  return path;
}

const column = (name: string, left: number, right = left): ComparedColumn => ({ name, left, right });

/** The last step, and the rows of differences. */
function compare(
  left: Rows,
  right: Rows,
  {
    key = [column('id', 0)],
    others = [column('a', 1)],
    alone = { left: [], right: [] },
    isStrict = true,
  }: Partial<Pick<ComparisonRequest, 'key' | 'others' | 'alone' | 'isStrict'>> = {},
): { last: ComparisonStep; rows: ResultCell[][]; steps: number } {
  const [one, other] = [fill('left', left), fill('right', right)];
  const into = join(folder, 'into');
  const comparison = beginComparison({ left: one, right: other, into, key, others, alone, isStrict }, fileAt);
  try {
    for (let steps = 1; ; steps += 1) {
      const { value, done } = comparison.steps.next();
      if (done !== true) continue;
      const rows = existsSync(into) ? fileAt(into).rows(0, 10_000) : [];
      return { last: value, rows, steps };
    }
  } finally {
    comparison.end();
  }
}

describe('comparing two results', () => {
  it('matches rows by key, in any order', () => {
    const { last, rows } = compare(
      [
        [1, 'same'],
        [2, 'old'],
        [3, 'gone'],
      ],
      [
        [4, 'new'],
        [2, 'changed'],
        [1, 'same'],
      ],
    );
    expect(last).toEqual({ step: 'done', onlyLeft: 1, onlyRight: 1, different: 1, same: 1, changed: [1] });
    expect(rows).toEqual([
      ['different', '["a"]', 2, 'old', 'changed'],
      ['only left', null, 3, 'gone', null],
      ['only right', null, 4, null, 'new'],
    ]);
  });

  it('allows columns in another order and with malicious names', () => {
    const evil = `"; DROP TABLE part0; --'\u0000]`;
    const { last, rows } = compare([['x', 1, true]], [[true, 'x', 2]], {
      key: [column(evil, 0, 1)],
      others: [column('"', 1, 2), column("'", 2, 0)],
    });
    expect(last).toMatchObject({ different: 1, changed: [1, 0] });
    expect(rows).toEqual([['different', '["\\""]', 'x', 1, 2, true, true]]);
  });

  it('shows extra columns of rows that differ', () => {
    const { rows } = compare(
      [
        [1, 'same', 'l1'],
        [2, 'old', 'l2'],
        [3, 'gone', 'l3'],
      ],
      [
        ['r4', 'n4', 4, 'new'],
        ['r2', null, 2, 'changed'],
        ['r1', 'n1', 1, 'same'],
      ],
      {
        key: [column('id', 0, 2)],
        others: [column('a', 1, 3)],
        alone: { left: [2], right: [0, 1] },
      },
    );
    expect(rows).toEqual([
      ['different', '["a"]', 2, 'old', 'changed', 'l2', 'r2', null],
      ['only left', null, 3, 'gone', null, 'l3', null, null],
      ['only right', null, 4, null, 'new', null, 'r4', 'n4'],
    ]);
  });

  it('distinguishes 1 from "1" and null from an empty text only in strict mode', () => {
    const left: Rows = [
      ['a', 1],
      ['b', null],
      ['c', true],
    ];
    const right: Rows = [
      ['a', '1'],
      ['b', ''],
      ['c', 'true'],
    ];
    expect(compare(left, right).last).toMatchObject({ different: 3, same: 0 });
  });

  it('treats equal texts as equal outside of strict mode', () => {
    const left: Rows = [
      [1, 1],
      ['2', null],
    ];
    const right: Rows = [
      ['1', '1'],
      [2, ''],
    ];
    expect(compare(left, right, { isStrict: false }).last).toMatchObject({ different: 0, same: 2 });
  });

  it('rejects an ambiguous key', () => {
    const { last, rows } = compare(
      [
        ['twice', 1],
        ['once', 2],
        ['twice', 3],
        [null, 4],
        [null, 5],
        [null, 6],
      ],
      [['twice', 1]],
    );
    expect(last).toEqual({
      step: 'ambiguous',
      left: { keys: 2, rows: 5, examples: [[null], ['twice']] },
      right: { keys: 0, rows: 0, examples: [] },
    });
    expect(rows).toEqual([]);
  });

  it('separates the columns of a composite key', () => {
    const key = [column('a', 0), column('b', 1)];
    const { last } = compare([['x', 'y,z', 1]], [['x,y', 'z', 1]], { key, others: [column('c', 2)] });
    expect(last).toMatchObject({ onlyLeft: 1, onlyRight: 1, same: 0 });
  });

  it('distinguishes keys that differ after thousands of characters', () => {
    const long = 'k'.repeat(5000);
    const { last } = compare([[`${long}1`, 1]], [[`${long}2`, 1]]);
    expect(last).toMatchObject({ onlyLeft: 1, onlyRight: 1 });
  });

  it('allows empty results', () => {
    expect(compare([], [[1, 2]]).last).toMatchObject({ onlyLeft: 0, onlyRight: 1 });
  });

  it('allows results with only key columns', () => {
    expect(compare([[1]], [[1]], { others: [] }).last).toMatchObject({ same: 1, changed: [] });
  });

  it('allows more columns than an SQLite table', () => {
    const row = (last: number): ResultCell[] =>
      Array.from({ length: 3100 }, (_, at) => (at === 3099 ? last : at));
    const others = Array.from({ length: 3099 }, (_, at) => column(`c${at + 1}`, at + 1));
    const { last, rows } = compare([row(1)], [row(2)], { others });
    expect(last).toMatchObject({ different: 1 });
    expect(rows[0]?.slice(-2)).toEqual([1, 2]);
  });

  it('works in steps and removes its key tables', () => {
    const rows = Array.from({ length: 2100 }, (_, at) => [at, at % 7]);
    const { last, steps } = compare(rows, rows.toReversed());
    expect(last).toMatchObject({ same: 2100, different: 0 });
    expect(steps).toBeGreaterThan(16);
    expect(readdirSync(folder).filter((name) => name.includes('keys'))).toEqual([]);
  });
});

describe('the suggested key', () => {
  const guess = (left: Rows, right: Rows, names: readonly string[]): string[] =>
    guessKey(
      fileAt(fill('left', left)),
      fileAt(fill('right', right)),
      names.map((name, at) => column(name, at)),
    );

  it('is a unique column with an ID-like name', () => {
    const rows: Rows = [
      ['x', 1, 'n1'],
      ['x', 2, 'n2'],
    ];
    expect(guess(rows, rows, ['Kind', 'RoleID', 'Name'])).toEqual(['RoleID']);
  });

  it('is two columns when no single one is unique', () => {
    const rows: Rows = [
      ['a', 1],
      ['a', 2],
      ['b', 1],
    ];
    expect(guess(rows, rows, ['User', 'Role'])).toEqual(['User', 'Role']);
  });

  it('is empty when rows are equal or have no columns', () => {
    const rows: Rows = [['a'], ['a']];
    expect(guess(rows, rows, ['User'])).toEqual([]);
    expect(guess([], [], [])).toEqual([]);
  });
});
