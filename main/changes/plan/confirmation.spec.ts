import { describe, expect, it } from 'vitest';
import type { Environment, TenantProfile } from '../../../contract/tenants/tenants.ts';
import { checkConfirmation, requiredConfirmation } from './confirmation.ts';

const tenant = (environment: Environment): TenantProfile => ({
  id: 't',
  name: 'Acme Production',
  color: 'red',
  environment,
  baseUrl: 'https://acme.example',
  analyticsUrl: 'https://acme.example/analytics/services/v1.0',
  issuer: 'https://acme.example',
  clientId: 'desk',
  scopes: ['openid'],
  extraHeaders: {},
  hasClientSecret: false,
  isSandbox: false,
});

describe('requiredConfirmation', () => {
  it.each([
    ['production', 1, 'Acme Production'],
    ['production', 2000, 'Acme Production'],
    ['production', 0, null],
    ['staging', 1, null],
    ['development', 1, null],
    ['sandbox', 1, null],
  ] as const)('of a plan for %s with %i changes is %j', (environment, changing, expected) => {
    expect(requiredConfirmation(tenant(environment), changing)).toBe(expected);
  });
});

describe('checkConfirmation', () => {
  it('accepts the name, with whitespace around it, and anything if nothing is required', () => {
    expect(() => checkConfirmation('Acme', ' Acme ')).not.toThrow();
    expect(() => checkConfirmation(null, undefined)).not.toThrow();
  });

  it.each([undefined, '', 'acme', 'Acme!', 'Acm'])('rejects %j', (typed) => {
    expect(() => checkConfirmation('Acme', typed)).toThrow('Nothing was changed. Type “Acme” exactly');
  });
});
