import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('a configuration with unexpected types is shown as it is, is read-only where it is not understood, and is sent back unchanged', async ({
  desk,
  own,
  page,
}) => {
  const odd = {
    IsPasswordPersistanceEnabled: 'sometimes',
    MfaAttributeMapping: { mobile: 7 },
    Brand: { nested: ['<b>not bold</b>', null, 1e21] },
    NobodyKnows: [1, { two: 'x'.repeat(5000) }],
  };
  let current: Record<string, unknown> = {};
  const sent: Record<string, unknown>[] = [];
  own.network.setFaults(({ path, body }) => {
    if (path.endsWith('/GetCustomerConfig')) {
      const Result = { ...current, ...odd };
      return { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result }) };
    }
    if (path.endsWith('/SetCustomerConfig')) {
      const members = JSON.parse(body) as Record<string, unknown>;
      sent.push(members);
      current = { ...current, Domain: members['Domain'] };
      return { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: null }) };
    }
    return { kind: 'pass' };
  });
  current = { AllowCors: ['portal.acme.example'], ForgotUsernameAllowed: true, Domain: '' };
  await desk.signInTo(own);
  await desk.goTo('Configuration');
  const { main, review } = desk;

  await test.step('shown, and read-only', async () => {
    await expect(main.getByText('sometimes', { exact: true })).toBeVisible();
    await expect(main.getByText('<b>not bold</b>')).toBeVisible();
    await expect(main.getByText('NobodyKnows').first()).toBeVisible();
    await expect(main.getByText(/^and [\d,]+ more characters$/)).toBeVisible();
    await expect(main.getByRole('switch', { name: 'Remember passwords' })).toHaveCount(0);
    await expect(main.getByRole('button', { name: 'Add attribute' })).toHaveCount(0);
    await expectAccessible(page, 'a configuration of unexpected types');
  });

  await test.step('understood members are changed, and the others are sent back unchanged', async () => {
    await main.getByRole('textbox', { name: /^Domain/ }).fill('acme.example');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(review.dialog.getByText('acme.example').first()).toBeVisible();
    await expect(review.dialog.getByRole('cell', { name: 'changed', exact: true })).toHaveCount(1);
    await review.apply();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      ...{ Domain: 'acme.example', AllowCors: ['portal.acme.example'] },
      ...{ IsPasswordPersistanceEnabled: 'sometimes', MfaAttributeMapping: { mobile: 7 } },
    });
  });
});
