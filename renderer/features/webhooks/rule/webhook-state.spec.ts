import { describe, expect, it } from 'vitest';
import { checkWebhook, hostOf, newWebhook } from './webhook-state.ts';

const complete = { ...newWebhook, name: 'Pager', url: 'https://hooks.example/x' };

describe('webhook validation', () => {
  it('reports the member of each missing value', () => {
    expect(checkWebhook(newWebhook)).toEqual({
      ok: false,
      errors: { name: 'Enter a name.', url: 'Enter a full URL such as https://hooks.example/alerts.' },
    });
    expect(checkWebhook(complete).ok).toBe(true);
  });

  it("accepts values that the tenant doesn't report", () => {
    expect(checkWebhook({ ...complete, enabled: null, riskLevel: '' })).toMatchObject({
      ok: true,
      definition: { name: 'Pager', riskLevel: 'Low' },
    });
  });

  it('shows the host of a URL and any other text unchanged', () => {
    expect(hostOf('https://hooks.example:8443/a?b')).toBe('hooks.example:8443');
    expect(hostOf('nonsense')).toBe('nonsense');
  });
});
