import { describe, expect, it } from 'vitest';
import { bulkEditOf } from './bulk-edit.ts';
import type { BulkEdit } from './bulk-edit.ts';

const nothing: BulkEdit = {
  ...{ member: '', find: '', by: '', description: '', contentType: '' },
  ...{ method: '', eventType: '', riskLevel: '' },
};

describe('an edit of several webhooks', () => {
  it('has only what was entered', () => {
    expect(bulkEditOf({ ...nothing, riskLevel: 'High', method: 'PUT' })).toEqual({
      set: { riskLevel: 'High', method: 'PUT' },
    });
  });

  it('replaces a text in one member, also by nothing', () => {
    expect(bulkEditOf({ ...nothing, member: 'url', find: '/v1/', by: '/v2/' })).toEqual({
      set: {},
      texts: { url: { do: 'replace', find: '/v1/', by: '/v2/' } },
    });
    expect(bulkEditOf({ ...nothing, member: 'headers', find: 'X', by: '' })?.texts).toBeDefined();
  });

  it('is none without an entry, or without a text to find', () => {
    expect(bulkEditOf(nothing)).toBeUndefined();
    expect(bulkEditOf({ ...nothing, member: 'url', by: 'x' })).toBeUndefined();
  });
});
