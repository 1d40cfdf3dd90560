import { describe, expect, it } from 'vitest';
import type { StudioStatus } from './studio-tabs.ts';
import { studioTabsOf } from './studio-tabs.ts';

const tabs = (status: Partial<StudioStatus>) =>
  studioTabsOf({ isNew: false, recordsDeliveries: true, isIncomplete: false, breaking: 0, ...status });
const labels = (status: Partial<StudioStatus>) => tabs(status).map(({ label }) => label);

describe('the tabs of a webhook', () => {
  it('include only those with content', () => {
    const always = ['Template', 'Definition', 'Edge cases', 'Past events'];
    expect(labels({})).toEqual([...always, 'Deliveries', 'Versions', 'Record']);
    expect(labels({ recordsDeliveries: false })).toEqual([...always, 'Versions', 'Record']);
    expect(labels({ isNew: true })).toEqual(always);
  });

  it('reserve space for the count of broken edge cases only where it may be coming', () => {
    const edgeCases = (isNew: boolean) => tabs({ isNew }).find(({ id }) => id === 'hostile') ?? {};
    expect('count' in edgeCases(false)).toBe(true);
    expect('count' in edgeCases(true)).toBe(false);
  });

  it('show problems', () => {
    expect(tabs({ isIncomplete: true })[1]).toEqual({
      id: 'definition',
      label: 'Definition',
      tag: 'incomplete',
      tone: 'warn',
    });
    expect(tabs({ breaking: 2 })[2]).toEqual({
      id: 'hostile',
      label: 'Edge cases',
      count: 2,
      tone: 'bad',
    });
    expect(tabs({ isNew: true, breaking: 2 })[2]).toMatchObject({ count: 2 });
  });
});
