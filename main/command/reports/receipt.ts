import { extname } from 'node:path';
import { failure } from '../../platform/errors/failure.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { markdownCode, markdownHead, markdownRow, markdownText } from '../../../languages/text/markdown.ts';
import { junitReport } from './junit.ts';

export interface ReceiptItem {
  readonly action: string;
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly state: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The result of a run, as `apply --json` prints it. */
export interface Receipt {
  readonly tenant: { readonly name: string; readonly url: string };
  readonly run: string | null;
  readonly state: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly ReceiptItem[];
}

const formats = {
  '.json': (receipt: Receipt) => `${formatExact({ schema: 'tdesk/receipt/v1', ...receipt }, 2)}\n`,
  '.md': markdownReceipt,
  '.xml': junitReceipt,
} as const;

type Format = (receipt: Receipt) => string;

/** How a receipt is written, by the extension of its file. Throws `invalid-input` for another extension. */
export function receiptFormat(path: string): Format {
  const format = (formats as Readonly<Record<string, Format>>)[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw failure(
    'invalid-input',
    `${path}: a receipt is a .json, .md or .xml (JUnit) file. Nothing was sent. Choose one of these extensions.`,
  );
}

export async function writeReceipt(path: string, receipt: Receipt): Promise<void> {
  const text = receiptFormat(path)(receipt);
  await replaceFile(path, (sink) => sink(Buffer.from(text)));
}

const passed = new Set(['verified', 'accepted', 'unchanged', 'rolledBack']);

function markdownReceipt({ tenant, run, state, summary, items }: Receipt): string {
  const counts = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
  const rows = items.map(({ state: result, title, kind, name, error }) =>
    markdownRow([error === undefined ? result : `${result}: ${error.message}`, title, kind, name]),
  );
  return [
    `## ${markdownText(tenant.name)}: ${counts === '' ? 'no changes' : counts}`,
    '',
    `Run ${markdownCode(run ?? 'none')} (${state})`,
    ...(rows.length === 0 ? [] : ['', markdownHead(['Result', 'Change', 'Kind', 'Name']), ...rows]),
    '',
  ].join('\n');
}

function junitReceipt({ tenant, run, items }: Receipt): string {
  return junitReport('tdesk apply', [
    {
      name: `${tenant.name} ${run ?? ''}`.trim(),
      cases: items.map(({ kind, name, title, state, error }) => ({
        name: `${kind} ${name}: ${title}`,
        seconds: 0,
        ...(state === 'skipped' ? { isSkipped: true } : {}),
        ...(passed.has(state) || state === 'skipped'
          ? {}
          : { failure: { message: state, detail: error?.message ?? state } }),
      })),
    },
  ]);
}
