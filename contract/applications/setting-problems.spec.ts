import { describe, expect, it } from 'vitest';
import { introducedProblems, problemsOfSettings } from './setting-problems.ts';

const application = (settings: Record<string, string | string[] | object>) => ({
  ...{ templateId: 'Generic SAML', name: 'Payroll', description: '', icon: '', script: null },
  settings: settings as never,
});

describe('a wildcard', () => {
  it.each([
    ['in a URL', { Url: 'https://*.acme.example/acs' }, 'Url'],
    [
      'in a list of redirect URLs',
      { OAuthProfile: { Redirects: ['https://*.acme.example/cb'] } },
      'OAuthProfile.Redirects',
    ],
  ])('%s is rejected at its field', (_where, settings, path) => {
    expect(problemsOfSettings(application(settings))[path]).toContain('wildcard (*)');
  });

  it('that the tenant already has does not block another change', () => {
    const had = application({ Url: 'https://*.acme.example/acs' });
    expect(introducedProblems({ ...had, name: 'Payroll 2' }, had)).toEqual({});
  });

  it('in the path or the query of a URL is allowed', () => {
    expect(problemsOfSettings(application({ Url: 'https://acme.example/find?q=*' }))).toEqual({});
  });
});
