import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type { ResultCell, StoredResult } from '../../../contract/queries/results.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isExactNumber, numberText } from '../../../languages/json/exact-number.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { formatTable } from '../output/table.ts';
import type { RunningQuery, StoredQuery } from './run-stored.ts';
import { allRows, withQuery } from './run-stored.ts';

/** Values of `--output`, with the export formats of the window. */
export const resultOutputs = {
  csv: 'csv',
  'csv-excel': 'csv-excel',
  json: 'json',
  ndjson: 'json-lines',
  xlsx: 'excel',
  md: 'markdown',
  table: undefined,
} as const satisfies Readonly<Record<string, ResultFormat | undefined>>;

export type ResultOutput = keyof typeof resultOutputs;

/** Rows of a table on a terminal, and characters of a cell. */
const shownRows = 1000;
const shownLength = 80;

export interface Printing {
  readonly verb: string;
  readonly profile: TenantProfile;
  readonly query: StoredQuery;
  /** Undefined: a table on a terminal, else one JSON document, or as `--json` and `--ndjson` say. */
  readonly format: ResultOutput | undefined;
  /** File to write; undefined for stdout. */
  readonly out: string | undefined;
}

/** Runs a query, and prints its rows as they arrive, or saves them at the end. */
export async function printQuery(context: Context, printing: Printing): Promise<void> {
  const print = printerOf(context, printing);
  await withQuery(context, printing.query, (query, first) => print(context, printing, query, first));
}

type Printer = (
  context: Context,
  printing: Printing,
  query: RunningQuery,
  first: StoredResult,
) => Promise<void>;

/** Throws `invalid-input` for a combination that can't be printed, before anything is sent. */
function printerOf({ output }: Context, { format, out }: Printing): Printer {
  if (out !== undefined) {
    const chosen = format === 'table' ? undefined : (format ?? formatOf(out));
    if (chosen === undefined) throw failure('invalid-input', `Name the format of ${out} with --output.`);
    return (context, printing, query) => saveRows(context, printing, query, { out, format: chosen });
  }
  if (format === 'table' || (format === undefined && output.format === 'text')) return printTable;
  if (format === 'xlsx' && output.format === 'text') {
    throw failure('invalid-input', 'An Excel file can’t be shown here. Save it with --out FILE.');
  }
  if (format !== undefined) {
    return async (context, _, query) => void (await printRows(context, query, resultOutputs[format]));
  }
  return output.format === 'ndjson' ? printLines : printDocument;
}

/** The header of a file has the columns of all rows, so that it is written at the end. */
async function saveRows(
  context: Context,
  { verb, profile }: Printing,
  { id, until }: RunningQuery,
  { out, format }: { readonly out: string; readonly format: Exclude<ResultOutput, 'table'> },
): Promise<void> {
  const { columns } = await until(allRows);
  const { call } = await context.desk();
  const saved = await call(
    'results.export',
    { id, format: resultOutputs[format], suggestedName: 'result' },
    { files: { save: out } },
  );
  const rows = saved?.rowCount ?? 0;
  warnOfCutCells(context, saved?.cutCells ?? 0);
  await context.output.print({
    verb,
    data: { tenant: describeTenant(profile), columns, rowCount: rows, savedTo: out },
    text: () => `Saved ${rows} rows to ${out}`,
  });
}

const formatOf = (path: string): Exclude<ResultOutput, 'table'> | undefined => {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  if (extension === 'jsonl') return 'ndjson';
  return (['csv', 'json', 'ndjson', 'xlsx', 'md'] as const).find((each) => each === extension);
};

/** Prints the rows as they arrive, and returns what is known of them at the end. */
async function printRows(
  context: Context,
  { id, until }: RunningQuery,
  format: ResultFormat,
): Promise<StoredResult> {
  const { call } = await context.desk();
  const saved = await call(
    'results.export',
    { id, format, suggestedName: 'result', follows: true },
    { files: { save: (chunk) => context.output.write(chunk) } },
  );
  warnOfCutCells(context, saved?.cutCells ?? 0);
  return await until(allRows);
}

function warnOfCutCells({ output }: Context, cutCells: number): void {
  if (cutCells > 0) output.warn(`${cutCells} cells are cut: the format doesn’t allow longer ones.`);
}

/** What is known before the rows. */
const headOf = ({ verb, profile }: Printing) => ({
  schema: `tdesk/${verb}/v1`,
  tenant: describeTenant(profile),
});

/** One document, whose rows are written as they arrive; what is known only after them follows them. */
async function printDocument(context: Context, printing: Printing, query: RunningQuery): Promise<void> {
  const { output } = context;
  await output.write(`${formatExact(headOf(printing)).slice(0, -1)},"rows":`);
  const { columns, rowCount, fullCount } = await printRows(context, query, 'json');
  await output.write(`,${formatExact({ columns, rowCount, fullCount }).slice(1)}\n`);
}

/** A line about the query, then one per row. */
async function printLines(
  context: Context,
  printing: Printing,
  query: RunningQuery,
  { columns, fullCount }: StoredResult,
): Promise<void> {
  await context.output.write(`${formatExact({ ...headOf(printing), columns, fullCount })}\n`);
  await printRows(context, query, 'json-lines');
}

/** The first rows; the rest of the query is not waited for. */
async function printTable(context: Context, _: Printing, { id, until }: RunningQuery): Promise<void> {
  const { output } = context;
  const { columns, rowCount, fullCount, state } = await until((result) => result.rowCount >= shownRows);
  if (rowCount === 0) return output.say('The query has no rows.');
  const { call } = await context.desk();
  const { rows } = await call('results.window', { id, first: 0, count: shownRows });
  const described = columns.map(({ name }, index) => ({
    title: name,
    value: (row: readonly ResultCell[]) => cellText(row[index] ?? null),
  }));
  await output.write(`${formatTable(described, rows)}\n`);
  const total = state === 'running' ? fullCount : rowCount;
  if (total === null || total > rows.length) {
    const more = total === null ? 'There are more rows.' : `${total - rows.length} more rows.`;
    output.note(`${more} Get all with --output csv.`);
  }
}

function cellText(cell: ResultCell): string {
  if (cell === null) return '';
  const text = isExactNumber(cell) ? numberText(cell) : String(cell);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}
