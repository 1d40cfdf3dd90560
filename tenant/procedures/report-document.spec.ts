import { describe, expect, it } from 'vitest';
import { renderReport } from './report-document.ts';

function csvOf(columns: readonly string[], ...rows: readonly Record<string, unknown>[]): string {
  const result = {
    Columns: columns.map((Name) => ({ Name })),
    Results: rows.map((Row) => ({ Row })),
  };
  const report = { name: 'Users', tenantName: 'Acme', parameters: [], result };
  return renderReport({ ...report, format: 'csv' }).document;
}

describe('a report as CSV', () => {
  it.each([
    ['at the beginning', '=1+1', "'=1+1"],
    ['after spaces', '  =1+1', "  '=1+1"],
    ['with full-width signs', '＝1+1', "'＝1+1"],
    ['after a carriage return', '\r=1+1', `"'\r'=1+1"`],
    ['for readers that separate by semicolons', 'a;=1+1', "a;'=1+1"],
  ])('contains no formula %s', (_where, text, shown) => {
    expect(csvOf(['Name'], { Name: text })).toBe(`\uFEFFName\r\n${shown}\r\n`);
  });

  it('contains no formula in a title either', () => {
    expect(csvOf(['=cmd()'], {})).toBe("\uFEFF'=cmd()\r\n\r\n");
  });

  it('shows dates, numbers and missing values like the e-mail', () => {
    const row = { At: '/Date(0)/', Count: -5, Text: 'a "b", c', None: null };
    expect(csvOf(['At', 'Count', 'Text', 'None'], row)).toBe(
      '\uFEFFAt,Count,Text,None\r\n1970-01-01 00:00:00,-5,"a ""b"", c",\r\n',
    );
  });
});
