import type { Emit } from '../../contract/events.ts';
import type { CallContext } from '../../contract/methods.ts';
import type { QueryParameter } from '../../contract/queries.ts';
import { mostRows } from '../../contract/queries.ts';
import { failure } from '../platform/failure.ts';
import type { FileSink, Host } from '../platform/host/host.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { bindQuery } from './bind-query.ts';
import { tableFormats } from './export-formats.ts';
import type { QueryPage } from '../tenants/endpoints/query-call.ts';
import { caching, queryPage } from '../tenants/endpoints/query-call.ts';
import { cellsOf, columnsOf } from './query-table.ts';

export interface ExportParts {
  readonly client: TenantClient;
  readonly host: Pick<Host, 'saveFile' | 'emit'>;
  /** Rows that are asked for at once. */
  readonly pageSize: number;
}

export interface ExportRequest {
  readonly tenantId: string;
  readonly text: string;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly format: keyof typeof tableFormats;
  readonly suggestedName: string;
}

/**
 * Runs a query page by page into a file; undefined when no file was chosen. Throws `unexpected-response` when the
 * tenant counts more rows than it gives or gives the same page for ever: then there is no file rather than a cut one.
 */
export async function exportQuery(
  { client, host, pageSize }: ExportParts,
  request: ExportRequest,
  call: CallContext,
): Promise<{ fileName: string; rowCount: number } | undefined> {
  const text = bindQuery(request.text, request.parameters);
  const { extension } = tableFormats[request.format];
  const baseName = request.suggestedName.replace(/\.(csv|json|md)$/i, '');
  const suggestedName = `${baseName}${extension}`;
  let rowCount = 0;
  const saved = await host.saveFile(
    { title: 'Export query result', suggestedName, extensions: [extension] },
    async (sink) => {
      rowCount = await writeRows(
        { client, emit: host.emit, pageSize, sink, suggestedName, text },
        request,
        call,
      );
    },
    call.signal,
  );
  return saved === undefined ? undefined : { fileName: saved.fileName, rowCount };
}

interface Writing {
  readonly client: TenantClient;
  readonly emit: Emit;
  readonly pageSize: number;
  readonly sink: FileSink;
  readonly suggestedName: string;
  readonly text: string;
}

async function writeRows(
  { client, emit, pageSize, sink, suggestedName, text }: Writing,
  { tenantId, format }: ExportRequest,
  call: CallContext,
): Promise<number> {
  const table = tableFormats[format];
  let columns: ReturnType<typeof columnsOf> = [];
  let rows = 0;
  let before = '';
  for (let pageNumber = 1; ; pageNumber += 1) {
    call.signal.throwIfAborted();
    const page = await queryPage(
      client,
      {
        tenantId,
        text,
        pageNumber,
        pageSize,
        limit: mostRows,
        caching: caching.liveThenCached,
        purpose: 'export the result of the query',
      },
      call,
    );
    if (pageNumber === 1) {
      columns = columnsOf(page);
      await sink(table.begin(columns));
    }
    const content = JSON.stringify(page.rows);
    if (pageNumber > 1 && page.rows.length > 0 && content === before && isRepeated(page, rows)) {
      if (page.isCounted && rows >= page.fullCount) break;
      throw failure(
        'unexpected-response',
        `The export was given up: asked for page ${pageNumber}, the tenant gave the same rows again. Narrow the query down until its result fits one page of ${pageSize} rows.`,
        { retryable: false },
      );
    }
    before = content;
    const lines = page.rows.map((row, index) => table.row(cellsOf(row, columns), columns, rows + index));
    if (lines.length > 0) await sink(lines.join(''));
    rows += page.rows.length;
    emit('queries.exportProgress', { fileName: suggestedName, rows, total: Math.max(rows, page.fullCount) });
    if (page.rows.length >= pageSize) {
      if (rows < mostRows) continue;
      throw failure(
        'response-too-large',
        `The export was given up after ${rows} rows: there is no end to them.`,
      );
    }
    if (rows < page.fullCount) {
      throw failure(
        'unexpected-response',
        `The export was given up: the tenant counts ${page.fullCount} rows but gave ${rows}. Try again.`,
      );
    }
    break;
  }
  await sink(table.end());
  return rows;
}

/** True for a page that cannot be the next although it equals the last: rows that are all alike may well go on. */
function isRepeated({ rows: [first, ...others], isCounted, fullCount }: QueryPage, given: number): boolean {
  const text = JSON.stringify(first);
  return !isCounted || given >= fullCount || others.some((row) => JSON.stringify(row) !== text);
}
