import type { Browser } from '@playwright/test';
import { expect, test } from '../desk-test.ts';
import type { OwnTenant } from '../own-tenant.ts';
import { startRelyingParty } from '../relying-party.ts';

test.setTimeout(240_000);

const roleName = 'Finance';

interface Person {
  readonly username: string;
  readonly displayName: string;
}

/** A user with the role and a user without it; neither administers the tenant. */
async function twoPeople(own: OwnTenant): Promise<{ readonly member: Person; readonly nonMember: Person }> {
  await using colleague = own.colleague();
  const read = { tenantId: colleague.tenantId, freshness: 'tenant-first' } as const;
  const role = (await colleague.call('roles.list', read)).data.find(({ name }) => name === roleName);
  const { data } = await colleague.call('roles.members', { ...read, roleId: role?.id ?? '' });
  if (!data.isKnown) throw new Error(data.reason);
  const members = new Set(data.members.map(({ id }) => id));
  const { rows } = await colleague.call('queries.run', {
    tenantId: colleague.tenantId,
    text: "SELECT ID, Username, DisplayName FROM User WHERE Status = 'Active' AND UserType = 'User' AND Username NOT LIKE 'admin@%' ORDER BY Username",
  });
  const person = (isMember: boolean): Person => {
    const row = rows.find(([id]) => members.has(String(id)) === isMember);
    if (row === undefined) throw new Error(`Nobody is ${isMember ? 'in' : 'outside'} the role.`);
    return { username: String(row[1]), displayName: String(row[2]) };
  };
  return { member: person(true), nonMember: person(false) };
}

/** What the application shows to a user who opens it in a separate browser. */
async function visit(
  browser: Browser,
  startUrl: string,
  { username }: Person,
  password: string,
): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(startUrl);
  await page.getByRole('textbox', { name: /user/i }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/callback\?/);
  const text = (await page.locator('body').textContent()) ?? '';
  await context.close();
  return text.trim();
}

test('an OpenID Connect application is added, set up and assigned to a role, and lets only its members sign in', async ({
  browser,
  desk,
  own,
  page,
}) => {
  await using party = await startRelyingParty();
  const { member, nonMember } = await twoPeople(own);
  await desk.tenants.add({ ...own, name: 'Acme Staging', environment: 'Staging' });
  await desk.tenants.signIn('Acme Staging', own.password);

  await test.step('it is created with its roles, and opens with what is still missing', async () => {
    await desk.catalog.open();
    await desk.catalog.choose('OpenID Connect');
    await desk.catalog.name.fill('Travel');
    await desk.catalog.dialog.getByRole('checkbox', { name: roleName, exact: true }).click();
    await desk.catalog.reviewChange();
    await expect(desk.review.dialog).toContainText(roleName);
    await desk.review.apply();
    await expect(desk.applications.title).toHaveText('Travel');
    await expect(desk.signOn.tab).toHaveAttribute('aria-selected', 'true');
    await expect(desk.signOn.missing).toContainText(/redirect/i);
  });

  const secret = await test.step('its redirect URL and a secret are set', async () => {
    await desk.signOn.missing.getByRole('button', { name: /redirect URLs/ }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type(party.redirectUrl);
    await page.getByRole('button', { name: 'Replace client secret' }).click();
    await page.getByRole('button', { name: 'Generate' }).click();
    const made = await desk.signOn.field('Client secret').inputValue();
    await desk.applications.reviewChange();
    await expect(desk.review.dialog).not.toContainText(made);
    await desk.review.apply();
    await expect(desk.signOn.missing).toBeHidden();
    return made;
  });

  const clientId = await desk.signOn.given('Client ID');
  await party.register({ issuer: await desk.signOn.given('Issuer'), clientId, secret });
  expect(await visit(browser, party.startUrl, member, own.password)).toBe(`Welcome, ${member.displayName}`);
  expect(await visit(browser, party.startUrl, nonMember, own.password)).toMatch(/^Refused: access_denied/);
});
