import { describe, expect, it } from 'vitest';
import { checkWebhook, formatForm, hostOf, newWebhook, parseForm } from './webhook-draft.ts';

describe('a webhook draft', () => {
  it('reads back as it was written, whatever the order of its members', () => {
    const form = { ...newWebhook, name: 'Pager', url: 'https://hooks.example/x' };
    expect(parseForm(formatForm(form))).toEqual(form);
    const shuffled = Object.fromEntries(Object.entries(form).reverse());
    expect(formatForm(shuffled as typeof form)).toBe(formatForm(form));
  });

  it('survives a damaged text', () => {
    expect(parseForm('{"name":')).toBeUndefined();
    expect(parseForm('{"name":7}')?.name).toBe('');
  });

  it('says under which member something is missing', () => {
    expect(checkWebhook(newWebhook)).toEqual({
      ok: false,
      errors: { name: 'Enter a name.', url: 'Enter a full address such as https://hooks.example/alerts.' },
    });
    expect(checkWebhook({ ...newWebhook, name: 'Pager', url: 'https://hooks.example' }).ok).toBe(true);
  });

  it('shows the host of an address and anything else as it is', () => {
    expect(hostOf('https://hooks.example:8443/a?b')).toBe('hooks.example:8443');
    expect(hostOf('nonsense')).toBe('nonsense');
  });
});
