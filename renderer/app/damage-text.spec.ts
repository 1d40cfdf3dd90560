import { describe, expect, it } from 'vitest';
import type { DamageReport } from '../../contract/app/desk-info.ts';
import { lostText, recoveredText } from './damage-text.ts';

const reportOf = (records: DamageReport['records']): DamageReport => ({ at: 1, savedAs: 'kept', records });
const drafts = { what: 'drafts', saved: 1200, lost: 0, mayLackMore: false };
const history = { what: 'entries of the history', saved: 16, lost: 3, mayLackMore: false };
const tenants = { what: 'tenants', saved: 0, lost: 0, mayLackMore: true };

describe('the result of recovering a damaged database', () => {
  it('lists recovered and lost data with counts', () => {
    const report = reportOf([drafts, history]);
    expect(recoveredText(report)).toBe(
      'Recovered into a new database: drafts (1,200) and entries of the history (16).',
    );
    expect(lostText(report)).toBe('Lost: entries of the history (3).');
  });

  it('reports no loss if everything was read', () => {
    expect(lostText(reportOf([drafts]))).toBeUndefined();
  });

  it('says which records may have been lost if the number is unknown', () => {
    expect(lostText(reportOf([history, tenants]))).toBe(
      'Lost: entries of the history (3). More tenants may be lost.',
    );
  });

  it('says clearly when nothing could be read', () => {
    expect(recoveredText(reportOf([tenants]))).toBe(
      "The database couldn't be recovered. A new one was created.",
    );
  });
});
