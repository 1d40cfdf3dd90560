import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('private_key_jwt needs a public key: a private one is removed, and the public one is applied', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.applications.list
    .getByRole('option', { name: /Web - OpenID Connect/ })
    .first()
    .click();
  await desk.signOn.open();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = desk.signOn.field('Signing keys (JWKS)');

  await desk.signOn.choose('Client authentication', /private_key_jwt/);
  await test.step('a review leads to the field, which says what is missing', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    const method = desk.signOn.select('Client authentication');
    await expect(method).toBeFocused();
    await expect(method).toHaveAccessibleDescription(/Add signing keys \(JWKS\) or a JWKS URL/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a private key is removed at once, with the reason', async () => {
    const secret = privateKey.export({ format: 'jwk' });
    await keys.fill(JSON.stringify({ keys: [secret] }));
    await expect(keys).toHaveAccessibleDescription(/contains a private key/);
    await expect(keys).toHaveValue('');
    await expect(page.getByText(String(secret.d))).toHaveCount(0);
  });

  await test.step('a single public key becomes a JWKS', async () => {
    await keys.fill(JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: 'one' }));
    await page.keyboard.press('Tab');
    await expect(keys).toHaveValue(/^\{\n {2}"keys": \[/);
    await expect(keys).not.toHaveAccessibleDescription(/contains a private key/);
  });

  await test.step('an algorithm can be selected and deselected', async () => {
    const signing = desk.signOn.select('User information signing');
    await desk.signOn.choose('User information signing', /^RS256$/);
    await expect(signing).toContainText('RS256');
    await desk.signOn.choose('User information signing', /^None/);
    await expect(signing).toContainText('None');
    await expect(signing).not.toHaveAccessibleDescription(/Draft/);
  });

  await test.step('a scope is defined', async () => {
    await page.getByRole('button', { name: 'Add API scope' }).click();
    await page.keyboard.type('apps');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Read applications');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/SaasManage/* /RedRock/query');
  });

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.review.dialog).toContainText('"kid": "one"');
  await expect(desk.review.dialog).toContainText('apps');
  await desk.review.apply();
  await expect(page.getByText('Draft saved')).toBeHidden();
  await expect(keys).toHaveValue(/"kid": "one"/);
  await expect(desk.signOn.field('Paths of apps')).toHaveValue('/SaasManage/* /RedRock/query');
});
