import { describe, expect, it } from 'vitest';
import { isManagementRead } from './outgoing-request.ts';

describe('a management call', () => {
  it.each([
    ['/SaasManage/GetApplication', undefined],
    ['/saasmanage/getscript/', undefined],
    ['/TenantConfig/GetCustomerConfig', {}],
    ['/RedRock/query', { Script: ' select * from Role' }],
  ])('to %s may be repeated', (path, body) => {
    expect(isManagementRead(path, body)).toBe(true);
  });

  it.each([
    ['/SaasManage/UpdateApplicationDE', {}],
    ['/SaasManage/DeleteApplication', {}],
    ['/TenantConfig/SetCustomerConfig', {}],
    ['/JobFlow/StartJob', { script: '/lib/jobs/x.js' }],
    ['/RedRock/query', { Script: '@/lib/email_report.js' }],
    ['/RedRock/query', { Script: 'selection' }],
    ['/RedRock/query', undefined],
  ])('to %s with %j may not', (path, body) => {
    expect(isManagementRead(path, body)).toBe(false);
  });
});
