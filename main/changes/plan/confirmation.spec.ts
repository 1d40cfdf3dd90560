import { describe, expect, it } from 'vitest';
import type { PlanItem } from '../../contract/changes.ts';
import type { Environment, TenantProfile } from '../../contract/tenants.ts';
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

const item = (action: PlanItem['action']): PlanItem => ({
  id: 'i',
  kind: 'webhook.delete',
  action,
  title: 'Delete webhook',
  target: { type: 'webhook', id: 'w', name: 'W' },
  summary: '',
  format: 'text',
  before: null,
  after: null,
  warnings: [],
  steps: [],
  isUndoable: false,
});

describe('requiredConfirmation', () => {
  it.each([
    ['production', 'delete', 'Acme Production'],
    ['production', 'update', 'Acme Production'],
    ['production', 'none', null],
    ['staging', 'delete', null],
    ['development', 'update', null],
    ['sandbox', 'delete', null],
  ] as const)('of a plan for %s that would %s is %j', (environment, action, expected) => {
    expect(requiredConfirmation(tenant(environment), [item('none'), item(action)])).toBe(expected);
  });
});

describe('checkConfirmation', () => {
  it('takes the name, with blanks around it, and nothing where nothing is asked for', () => {
    expect(() => checkConfirmation('Acme', ' Acme ')).not.toThrow();
    expect(() => checkConfirmation(null, undefined)).not.toThrow();
  });

  it.each([undefined, '', 'acme', 'Acme!', 'Acm'])('refuses %j', (typed) => {
    expect(() => checkConfirmation('Acme', typed)).toThrow('Nothing was changed. Type “Acme” exactly');
  });
});
