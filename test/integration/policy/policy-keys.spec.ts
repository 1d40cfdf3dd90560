import { describe, expect, it } from 'vitest';
import { exitCodeFor } from '../../../contract/errors/errors.ts';
import type { PolicyKey } from '../../../contract/policy/policy.ts';
import { policyKeys, strictestPolicy } from '../../../contract/policy/policy.ts';
import type { ManagedPolicy } from '../../../main/platform/policy/managed-policy.ts';
import { startFoundation, tenantAt } from '../desk-foundation.ts';
import { changeKeys } from './change-keys.ts';
import { hostKeys } from './host-keys.ts';
import type { Enforced } from './policy-call.ts';
import { settingKeys } from './setting-keys.ts';
import { tenantKeys } from './tenant-keys.ts';
import { updateKeys } from './update-keys.ts';

/** A key without a check doesn’t compile. */
const enforced: { readonly [Key in PolicyKey]-?: Enforced } = {
  ...tenantKeys,
  ...changeKeys,
  ...hostKeys,
  ...settingKeys,
  ...updateKeys,
};

describe('a key of the policy', () => {
  it.each(policyKeys.map((key) => [key, enforced[key].promise, enforced[key].check] as const))(
    '%s: %s',
    async (_key, _promise, check) => {
      await check();
    },
  );

  it('has a check of its enforcement, whichever it is', () => {
    expect(Object.keys(enforced).toSorted()).toEqual([...policyKeys].toSorted());
  });

  it('that denies something ends a command with exit code 8', () => {
    expect(exitCodeFor('denied-by-policy')).toBe(8);
  });
});

describe('a policy that can’t be used', () => {
  const policy: ManagedPolicy = { values: strictestPolicy, source: 'file', problem: 'It is not JSON.' };

  it('denies with the reason, so that it can be corrected', async () => {
    await using desk = startFoundation({ policy });
    const adding = desk.foundation.tenants.add(tenantAt('https://acme.example'));
    await expect(adding).rejects.toMatchObject({
      code: 'denied-by-policy',
      message: expect.stringMatching(/ Managed by your organization \(allowedUrls\)\. It is not JSON\.$/),
    });
  });

  it('has a restrictive value for every key that restricts', () => {
    const restricting = policyKeys.filter(
      (key) =>
        ![
          'preconfiguredTenants',
          'proxyUrl',
          'extraCertificates',
          'updateFeed',
          'updateChannel',
          'maxVersion',
        ].includes(key),
    );
    expect(Object.keys(strictestPolicy).toSorted()).toEqual(restricting.toSorted());
  });
});
