import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../../contract/tenants/tenants.ts';
import { likelyDirection } from './likely-direction.ts';

const tenant = (id: string, environment: Environment) => ({ id, environment });

describe('the likely direction of a migration', () => {
  it('is from the earlier environment to the later one, in the windows of both', () => {
    const tenants = [tenant('live', 'production'), tenant('test', 'staging')];
    const expected = { sourceId: 'test', targetId: 'live' };
    expect(likelyDirection('test', tenants)).toEqual(expected);
    expect(likelyDirection('live', tenants)).toEqual(expected);
  });

  it('is from the first to the second of two sandboxes', () => {
    const tenants = [tenant('a', 'sandbox'), tenant('b', 'sandbox')];
    expect(likelyDirection('b', tenants)).toEqual({ sourceId: 'a', targetId: 'b' });
  });

  it('is towards the tenant of the window if the environments say nothing', () => {
    const tenants = [tenant('play', 'sandbox'), tenant('live', 'production')];
    expect(likelyDirection('live', tenants)).toEqual({ sourceId: 'play', targetId: 'live' });
    expect(likelyDirection('play', tenants)).toEqual({ sourceId: 'live', targetId: 'play' });
  });

  it('is left open among three tenants, and with only one', () => {
    const one = tenant('a', 'sandbox');
    const open = { sourceId: '', targetId: 'a' };
    expect(likelyDirection('a', [one])).toEqual(open);
    expect(likelyDirection('a', [one, tenant('b', 'staging'), tenant('c', 'production')])).toEqual(open);
  });
});
