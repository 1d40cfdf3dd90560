import { describe, expect, it } from 'vitest';
import { everybodyId } from '../../contract/roles/roles.ts';
import { anApplication } from '../builders/an-application.ts';
import { create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();

describe('what a user sees', () => {
  it('is read from the tenant, and follows what is assigned', async () => {
    const read = () =>
      on.desk.call('roles.userPortal', { tenantId: 'acme', username: ' admin@acme.example ' });
    const before = await read();
    expect(before).toMatchObject({
      username: 'admin@acme.example',
      displayName: expect.any(String) as string,
    });
    await on.desk.apply(create('application', anApplication({ name: 'For all', roles: [everybodyId] })));
    const { applications } = await read();
    expect(applications).toHaveLength(before.applications.length + 1);
    expect(applications.find(({ name }) => name === 'For all')).toMatchObject({ type: 'Web - SAML' });
  });

  it('of an unknown user is rejected with the tenant’s reason', async () => {
    await expect(
      on.desk.call('roles.userPortal', { tenantId: 'acme', username: 'no&one=1@acme.example' }),
    ).rejects.toThrow('no&one=1@acme.example');
  });
});
