import { describe, expect, it } from 'vitest';
import { jobLibrary, reportJobId } from '../../../contract/jobs/job-library.ts';
import type { ReportDraft } from './report-draft.ts';
import { reportOf, writeReport } from './report-draft.ts';

const job = jobLibrary.find(({ id }) => id === reportJobId);
if (job === undefined) throw new Error('The library has no report.');

const draft = (changes: Partial<ReportDraft> = {}): ReportDraft => ({
  ...{ to: 'a@acme.example', subject: 'Roles', name: '', format: 'csv', parameters: [] },
  query: 'SELECT Name FROM Role',
  ...changes,
});

describe('a report email', () => {
  it('sends one email per address, however they are separated, with parameters filled in', () => {
    const written = writeReport(
      job,
      draft({
        to: 'a@acme.example; b@acme.example,\nA@acme.example',
        query: 'SELECT Name FROM Role WHERE Name = :who',
        parameters: [{ name: 'who', type: 'text', text: "O'Brien" }],
      }),
    );
    if (!written.ok) throw new Error(written.message);
    expect(written.inputs.map(({ title }) => title)).toEqual([
      'Email a report to A@acme.example',
      'Email a report to b@acme.example',
    ]);
    expect(written.inputs[1]?.arguments).toEqual({
      SelectQuery: "SELECT Name FROM Role WHERE Name = 'O''Brien'",
      Parameters: [{ Name: 'who', DisplayValue: "O'Brien", Value: "O'Brien" }],
      To: 'b@acme.example',
      Subject: 'Roles',
      ReportFormat: 'csv',
      ReportName: 'Roles',
    });
  });

  it.each([
    ['to', { to: ' ' }],
    ['to', { to: 'nobody' }],
    ['to', { to: 'a@acme.example\r\nBcc: x' }],
    ['to', { to: Array.from({ length: 101 }, (_, at) => `p${at}@acme.example`).join(' ') }],
    ['subject', { subject: '' }],
    ['subject', { subject: 'one\r\nBcc: x@y.example' }],
    ['query', { query: '  ' }],
    ['parameters', { query: 'SELECT :who', parameters: [{ name: 'who', type: 'text', text: '' }] }],
  ] as const)('reports a problem in %s: %j', (field, changes) => {
    expect(writeReport(job, draft(changes))).toMatchObject({ ok: false, field });
  });

  it('restores its draft, even from invalid data', () => {
    expect(reportOf({})).toEqual({ to: '', subject: '', name: '', query: '', format: 'html' });
    expect(reportOf({ format: 'csv', to: 'x' })).toMatchObject({ format: 'csv', to: 'x' });
    expect(reportOf({ format: 'exe' }).format).toBe('html');
  });
});
