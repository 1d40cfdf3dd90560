import type { ResultFormat } from '../../../contract/queries/result-formats.ts';
import type { ResultCell, StoredResult } from '../../../contract/queries/results.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isExactNumber, numberText } from '../../../languages/json/exact-number.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { formatTable } from '../output/table.ts';

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
  readonly result: StoredResult;
  /** Undefined: a table on a terminal, else one JSON document, or as `--json` and `--ndjson` say. */
  readonly format: ResultOutput | undefined;
  /** File to write; undefined for stdout. */
  readonly out: string | undefined;
}

/** Prints the rows of a query, or saves them. */
export async function printResult(context: Context, printing: Printing): Promise<void> {
  const { output } = context;
  const { format, out, result } = printing;
  if (out !== undefined) return await saveResult(context, printing, out);
  if (format === 'table' || (format === undefined && output.format === 'text')) {
    return await printTable(context, result);
  }
  if (format === 'xlsx' && output.format === 'text') {
    throw failure('invalid-input', 'An Excel file can’t be shown here. Save it with --out FILE.');
  }
  if (format !== undefined) return await exportRows(context, result, resultOutputs[format]);
  if (output.format === 'ndjson') return await printLines(context, printing);
  await printDocument(context, printing);
}

async function saveResult(context: Context, { verb, profile, result, format }: Printing, out: string) {
  const chosen = format === 'table' ? undefined : (format ?? formatOf(out));
  if (chosen === undefined) {
    throw failure('invalid-input', `Name the format of ${out} with --output.`);
  }
  const { call } = await context.desk();
  const saved = await call(
    'results.export',
    { id: result.id, format: resultOutputs[chosen], suggestedName: 'result' },
    { files: { save: out } },
  );
  const rows = saved?.rowCount ?? 0;
  warnOfCutCells(context, saved?.cutCells ?? 0);
  await context.output.print({
    verb,
    data: { tenant: describeTenant(profile), columns: result.columns, rowCount: rows, savedTo: out },
    text: () => `Saved ${rows} rows to ${out}`,
  });
}

const formatOf = (path: string): Exclude<ResultOutput, 'table'> | undefined => {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  if (extension === 'jsonl') return 'ndjson';
  return (['csv', 'json', 'ndjson', 'xlsx', 'md'] as const).find((each) => each === extension);
};

async function exportRows(
  context: Context,
  { id }: Pick<StoredResult, 'id'>,
  format: ResultFormat | undefined,
): Promise<void> {
  const { call } = await context.desk();
  if (format === undefined) return;
  const saved = await call(
    'results.export',
    { id, format, suggestedName: 'result' },
    { files: { save: (chunk) => context.output.write(chunk) } },
  );
  warnOfCutCells(context, saved?.cutCells ?? 0);
}

function warnOfCutCells({ output }: Context, cutCells: number): void {
  if (cutCells > 0) output.warn(`${cutCells} cells are cut: the format doesn’t allow longer ones.`);
}

/** What the result is of, before its rows. */
const headOf = ({ verb, profile, result: { columns, rowCount, fullCount } }: Printing): string =>
  formatExact({ schema: `tdesk/${verb}/v1`, tenant: describeTenant(profile), columns, rowCount, fullCount });

/** One document, whose rows are written as they are read. */
async function printDocument(context: Context, printing: Printing): Promise<void> {
  const { output } = context;
  await output.write(`${headOf(printing).slice(0, -1)},"rows":`);
  await exportRows(context, printing.result, 'json');
  await output.write('}\n');
}

/** A line about the result, then one per row. */
async function printLines(context: Context, printing: Printing): Promise<void> {
  await context.output.write(`${headOf(printing)}\n`);
  await exportRows(context, printing.result, 'json-lines');
}

async function printTable(context: Context, { id, columns, rowCount }: StoredResult): Promise<void> {
  const { output } = context;
  if (rowCount === 0) return output.say('The query has no rows.');
  const { call } = await context.desk();
  const { rows } = await call('results.window', { id, first: 0, count: shownRows });
  const described = columns.map(({ name }, index) => ({
    title: name,
    value: (row: readonly ResultCell[]) => cellText(row[index] ?? null),
  }));
  await output.write(`${formatTable(described, rows)}\n`);
  if (rowCount > rows.length) {
    output.note(`${rowCount - rows.length} more rows. Get all with --output csv.`);
  }
}

function cellText(cell: ResultCell): string {
  if (cell === null) return '';
  const text = isExactNumber(cell) ? numberText(cell) : String(cell);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}
