import { describe, expect, it } from 'vitest';
import { protocolOf } from '../../contract/applications/application-protocol.ts';
import { anApplication } from '../builders/an-application.ts';
import { create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

describe('the catalog', () => {
  it('identifies templates that are native applications, featured, or on premises', async () => {
    const { data } = await on.desk.call('applications.templates', read);
    const named = (id: string) => data.find((template) => template.id === id);
    expect(named('SlackIOS')).toMatchObject({ mobileType: 'iOS', type: 'Mobile - iOS' });
    expect(named('GenericMobileAndroid')).toMatchObject({ mobileType: 'Android', isFeatured: false });
    expect(named('SlackSAML')).toMatchObject({ mobileType: '', isFeatured: true, isOnPremises: false });
    expect(named('ConfluenceServerSAML')).toMatchObject({ isOnPremises: true, provisioning: '' });
  });

  it('adds a native application, which is found and edited like any other', async () => {
    const { items } = await on.desk.apply(
      create(
        'application',
        anApplication({
          templateId: 'GenericMobileIos',
          name: 'Field service',
          settings: { Url: 'https://apps.example/field-service' },
        }),
      ),
    );
    expect(items).toMatchObject([{ state: 'verified' }]);
    const { data } = await on.desk.call('applications.list', read);
    const { id = '' } = data.find(({ name }) => name === 'Field service') ?? {};
    const { record } = (await on.desk.call('applications.get', { ...read, id })).data;
    expect(record).toMatchObject({
      MobileAppType: 'iOS',
      AppTypeDisplayName: 'Mobile - iOS',
      Url: 'https://apps.example/field-service',
    });
    expect(protocolOf(record)).toBe('mobile');
  });
});
