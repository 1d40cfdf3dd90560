import { describe, expect, it } from 'vitest';
import { checkWebhook, hostOf, newWebhook } from './webhook-state.ts';

const complete = { ...newWebhook, name: 'Pager', url: 'https://hooks.example/x' };

describe('the state of a webhook', () => {
  it('says under which member something is missing', () => {
    expect(checkWebhook(newWebhook)).toEqual({
      ok: false,
      errors: { name: 'Enter a name.', url: 'Enter a full address such as https://hooks.example/alerts.' },
    });
    expect(checkWebhook(complete).ok).toBe(true);
  });

  it('is no worse for what the tenant does not tell', () => {
    expect(checkWebhook({ ...complete, enabled: null, riskLevel: '' })).toMatchObject({
      ok: true,
      definition: { name: 'Pager', riskLevel: 'Low' },
    });
  });

  it('shows the host of an address and anything else as it is', () => {
    expect(hostOf('https://hooks.example:8443/a?b')).toBe('hooks.example:8443');
    expect(hostOf('nonsense')).toBe('nonsense');
  });
});
