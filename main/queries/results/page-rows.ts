import { createHash } from 'node:crypto';
import type { QueryRow } from '../../tenants/endpoints/query-call.ts';
import { memberName } from '../../../languages/json/member-names.ts';

/** What main knows of the rows of a page, which stay in the thread that has read them. */
export interface PageRows {
  /** By which the thread knows them. */
  readonly page: number;
  readonly count: number;
  /** The same for the same rows. */
  readonly hash: string;
  /** Of the first `headSize` of them. */
  readonly headHash: string;
  /** All of its rows are alike. */
  readonly isUniform: boolean;
  /** Members of the rows, in the order in which they occur. */
  readonly names: readonly string[];
  /** Rows in whose place the tenant gave nothing. */
  readonly emptyCount: number;
}

/** Stands for a row that the tenant counts and gives nothing of: with it, those around it keep their places. */
const noRow: QueryRow = {};

/** Rows by which a page is known again within a larger one. */
export const headSize = 1000;

/** The rows of an envelope of a query, also those that are null; undefined where it has none, or something else in their place. */
export function rowsOfEnvelope(value: unknown): QueryRow[] | undefined {
  const results = isRecord(value) && isRecord(value['Result']) ? value['Result']['Results'] : undefined;
  if (!Array.isArray(results)) return undefined;
  const rows: QueryRow[] = [];
  for (const result of results as unknown[]) {
    if (result === null) rows.push(noRow);
    else if (!isRecord(result)) return undefined;
    else if (result['Row'] == null) rows.push(noRow);
    else if (isRecord(result['Row'])) rows.push(result['Row']);
    else return undefined;
  }
  return rows;
}

export function describeRows(page: number, rows: readonly QueryRow[]): PageRows {
  const whole = createHash('sha256');
  let headHash: string | undefined;
  let first: string | undefined;
  let isUniform = true;
  const names = new Set<string>();
  rows.forEach((row, at) => {
    if (at === headSize) headHash = whole.copy().digest('base64');
    const text = JSON.stringify(row);
    first ??= text;
    isUniform &&= text === first;
    whole.update(text).update('\n');
    for (const name of Object.keys(row)) names.add(memberName(name));
  });
  const hash = whole.digest('base64');
  const emptyCount = rows.reduce((sum, row) => sum + (row === noRow ? 1 : 0), 0);
  return {
    ...{ page, count: rows.length, hash, headHash: headHash ?? hash, isUniform },
    ...{ names: [...names], emptyCount },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
