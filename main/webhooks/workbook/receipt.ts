import type { Workbook } from '../../../contract/webhooks/workbooks.ts';
import { byteOrderMark, csvLine } from '../../../languages/text/csv-line.ts';

const columns = [
  'rule',
  'eventType',
  'riskLevel',
  'address',
  'decision',
  'reason',
  'outcome',
  'message',
] as const;

/** The result of each rule so far, for a ticket. It contains no credentials: URLs have placeholders. */
export function writeReceipt(workbook: Workbook, format: 'json' | 'csv', at: number): string {
  const rows = workbook.rules.map((rule) => ({
    rule: rule.name,
    eventType: rule.eventType,
    riskLevel: rule.riskLevel,
    address: rule.address.map(({ text }) => text).join(''),
    decision: rule.decision,
    reason: rule.reason,
    outcome: rule.run?.state ?? 'not sent',
    message: rule.run?.message ?? '',
  }));
  if (format === 'csv') {
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
      .map((cells) => csvLine(cells))
      .join('');
    // Usually opened in Excel.
    return byteOrderMark + lines;
  }
  const { source, target, run } = workbook;
  const receipt = {
    source: source.name,
    target: target.name,
    writtenAt: new Date(at).toISOString(),
    plan: run?.title ?? null,
    appliedBy: run?.appliedBy ?? null,
    appliedAt: run?.appliedAt == null ? null : new Date(run.appliedAt).toISOString(),
    rules: rows,
  };
  return `${JSON.stringify(receipt, null, 2)}\n`;
}
