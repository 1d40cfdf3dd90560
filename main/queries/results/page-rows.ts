import { createHash } from 'node:crypto';
import type { QueryRow } from '../../tenants/endpoints/query-call.ts';
import { memberName } from '../../../languages/json/member-names.ts';

/** What the main thread knows about the rows of a page, which stay in the thread that has read them. */
export interface PageRows {
  /** The thread's ID of the page. */
  readonly page: number;
  readonly count: number;
  /** The same for the same rows. */
  readonly hash: string;
  /** The hash of the first `headSize` rows. */
  readonly headHash: string;
  /** All of its rows are equal. */
  readonly isUniform: boolean;
  /** Members of the rows, in the order in which they occur. */
  readonly names: readonly string[];
  /** Rows that the tenant returned as null. */
  readonly emptyCount: number;
}

/** Replaces a row that the tenant counts but doesn't return, so that the rows around it keep their positions. */
const noRow: QueryRow = {};

/** Rows by which a page is recognized within a larger one. */
export const headSize = 1000;

/** The rows in a query envelope, including null ones; undefined when it has none, or something else in their place. */
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
  const full = createHash('sha256');
  let headHash: string | undefined;
  let first: string | undefined;
  let isUniform = true;
  const names = new Set<string>();
  rows.forEach((row, at) => {
    if (at === headSize) headHash = full.copy().digest('base64');
    const text = JSON.stringify(row);
    first ??= text;
    isUniform &&= text === first;
    full.update(text).update('\n');
    for (const name of Object.keys(row)) names.add(memberName(name));
  });
  const hash = full.digest('base64');
  const emptyCount = rows.reduce((sum, row) => sum + (row === noRow ? 1 : 0), 0);
  return {
    ...{ page, count: rows.length, hash, headHash: headHash ?? hash, isUniform },
    ...{ names: [...names], emptyCount },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
