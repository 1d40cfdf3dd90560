import { expect, it } from 'vitest';
import { aSessionDesk } from '../builders/a-session-desk.ts';

it('a renewal with tokens of another user ends the session with a message, and its tokens are neither used nor stored', async () => {
  await using on = await aSessionDesk();
  await on.signIn();
  on.provider.misbehavior.idTokenClaims = { sub: 'user-2', name: 'Eve' };
  on.rejectAccessToken();
  const given = new Set(on.provider.secrets);
  await expect(on.read()).rejects.toMatchObject({
    error: { code: 'id-token-invalid', message: expect.stringContaining('another user') },
  });
  expect(on.state()).toMatchObject({
    state: 'signed-out',
    error: { code: 'id-token-invalid', message: expect.stringContaining('another user') },
  });
  expect(await on.desk.foundation.vault.get({ tenantId: on.tenantId, kind: 'tokens' })).toBeUndefined();
  const foreign = on.provider.secrets.filter((secret) => !given.has(secret));
  expect(foreign.length).toBeGreaterThanOrEqual(3);
  const sent = on.provider.requests.map(({ headers }) => headers.authorization ?? '').join('\n');
  for (const secret of foreign) expect(sent).not.toContain(secret);
  await expect(on.read()).rejects.toMatchObject({ error: { code: 'signed-out' } });
});

it('a renewal without an ID token stays the session of the signed-in user', async () => {
  await using on = await aSessionDesk();
  await on.signIn();
  on.provider.misbehavior.omitsIdToken = true;
  on.rejectAccessToken();
  expect(await on.read()).toEqual({ path: '/SaasManage/GetScript' });
  expect(on.state()).toMatchObject({ state: 'signed-in', user: { subject: 'user-1' } });
});
