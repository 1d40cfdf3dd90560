import type { DeskOnTenant } from '../../integration/desk-on-tenant.ts';
import type { DeskPage } from '../pages/desk-page.ts';
import type { OwnTenant } from '../own-tenant.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

/** Signs in to a tenant with injectable faults, through the fault proxy. */
async function openTenant(desk: DeskPage, own: OwnTenant): Promise<void> {
  await desk.signInTo(own);
  await desk.goTo('Roles');
}

/** Names of the role's applications according to the tenant itself. */
async function applicationsOf(colleague: DeskOnTenant, role: string): Promise<string[]> {
  const read = { tenantId: colleague.tenantId, freshness: 'tenant-first' } as const;
  const { data: roles } = await colleague.call('roles.list', read);
  const roleId = roles.find(({ name }) => name === role)?.id ?? '';
  const { data } = await colleague.call('roles.publications', { ...read, roleId });
  return data.map(({ name }) => name);
}

test('assigns by keyboard alone: range, fill, undo, review, apply and undo the run', async ({
  desk,
  own,
  page,
}) => {
  await openTenant(desk, own);
  const { roles, review } = desk;
  const { keyboard } = page;
  await roles.openMatrix();
  await using colleague = own.colleague();
  const before = await applicationsOf(colleague, 'Help Desk');

  await test.step('/ and the arrow go from the search field to the first match', async () => {
    await keyboard.press('/');
    await expect(roles.search).toBeFocused();
    await keyboard.type('type:saml');
    await keyboard.press('ArrowDown');
    await expect(roles.matrix).toBeFocused();
    expect(await roles.cursor()).toMatch(/, Everybody, /);
  });

  await test.step('the cursor announces application, role and state, and reaches the ends', async () => {
    await keyboard.press('Control+End');
    const last = await roles.cursor();
    await keyboard.press('Control+Home');
    const first = await roles.cursor();
    expect(first).not.toBe(last);
    await keyboard.press('ArrowLeft');
    expect(await roles.cursor()).not.toContain('assigned');
    await keyboard.press('ArrowRight');
    expect(await roles.cursor()).toBe(first);
  });

  await test.step('Space toggles, Shift extends a range that Space toggles as one, Ctrl+Z undoes it', async () => {
    while (!(await roles.cursor()).includes(', Help Desk, ')) await keyboard.press('ArrowRight');
    for (let index = 0; index < 3; index += 1) await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Space');
    await expect(roles.cells(/, Help Desk, will be assigned$/)).toHaveCount(4);
    await expect(roles.plan).toContainText('4 to assign');
    await keyboard.press('Control+z');
    await expect(roles.cells(/will be/)).toHaveCount(0);
    await keyboard.press('Control+Shift+Z');
    await expect(roles.cells(/, Help Desk, will be assigned$/)).toHaveCount(4);
  });

  await test.step('Escape ends the range, and Ctrl+D fills down', async () => {
    await keyboard.press('Escape');
    await keyboard.press('ArrowDown');
    await keyboard.press('Control+d');
    await expect(roles.cells(/, Help Desk, will be assigned$/)).toHaveCount(5);
    await expect(roles.plan).toContainText('in 5 applications and 1 role');
    await expect(roles.plan).toContainText(/4 users gain access/);
  });

  await test.step('the status bar shows the position of the cursor', async () => {
    const [application] = (await roles.cursor()).split(', ');
    await expect(desk.status).toContainText(new RegExp(`${application} × Help Desk · row \\d+ of \\d+`));
  });

  await test.step('pending assignments are reviewed from Drafts as well', async () => {
    await desk.goTo('Drafts');
    await desk.drafts.rows.getByRole('button', { name: 'Review 5 assignments' }).press('Enter');
    await expect(review.dialog).toContainText('Assign to Help Desk');
    await expect(review.applyButton).toHaveText(/Apply 5 changes/);
    await review.cancel();
    await page.goBack();
    await expect(roles.cells(/, Help Desk, will be assigned$/)).toHaveCount(5);
    await roles.matrix.focus();
  });

  await test.step('Ctrl+Enter reviews, and applied assignments are not pending afterwards', async () => {
    await keyboard.press('Control+Enter');
    await expect(review.dialog).toContainText('Assign to Help Desk');
    await expect(review.applyButton).toBeEnabled();
    await keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(roles.cells(/will be/)).toHaveCount(0);
    await expect(roles.reviewButton).toBeHidden();
    const after = await applicationsOf(colleague, 'Help Desk');
    expect(after).toHaveLength(before.length + 5);
  });

  await test.step('and it is undone from History', async () => {
    await desk.goTo('History');
    await desk.history.undo();
    await expect(review.applyButton).toBeEnabled();
    await review.apply();
    expect(await applicationsOf(colleague, 'Help Desk')).toEqual(before);
  });
});

test('asks in place before a change that affects everybody, and cancels without side effects', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Roles');
  const { roles } = desk;
  await roles.openMatrix();
  const cell = roles.cell('Confluence Server', 'Everybody', 'not assigned');
  await cell.click();
  await expect(roles.guard).toContainText('All 50 users who can sign in will get access to it.');
  await expect(roles.guard.getByRole('button', { name: 'Choose roles…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(roles.matrix).toBeFocused();
  await expect(roles.reviewButton).toBeHidden();

  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(roles.guard).toBeHidden();
  expect(await roles.cursor()).toMatch(/^Confluence Server, (?!Everybody)/);
  await expect(roles.reviewButton).toBeHidden();

  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await roles.guard.getByRole('button', { name: 'Assign' }).click();
  await expect(roles.cell('Confluence Server', 'Everybody', 'will be assigned')).toBeVisible();
  // Undoing a pending change needs no confirmation.
  await page.keyboard.press('Space');
  await expect(cell).toBeVisible();
  await expect(roles.guard).toBeHidden();
});

test('leaves assignments by a rule unchanged, and says why', async ({ desk }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Roles');
  await desk.roles.openMatrix();
  await desk.roles
    .cells(/, assigned by a rule, read-only$/)
    .first()
    .click();
  await expect(desk.toast(/Assigned by a rule of the tenant/)).toBeVisible();
  await expect(desk.roles.reviewButton).toBeHidden();
});

test('drafts assignments while the tenant is unreachable, and applies them once it is back', async ({
  desk,
  own,
  page,
}) => {
  await openTenant(desk, own);
  const { roles } = desk;
  await roles.openMatrix();
  await own.goDown();
  await desk.goTo('Applications');
  await desk.goTo('Roles');
  await roles.show('Matrix');
  await expect(desk.status).toContainText('Acme Staging is unreachable');
  const cell = roles.cells(/, Finance, not assigned$/).first();
  const label = (await cell.getAttribute('aria-label')) ?? '';
  await cell.click();
  await expect(roles.plan).toContainText('1 to assign');
  await expect(roles.plan).toContainText('Draft saved');
  await page.reload();
  await desk.goTo('Drafts');
  await page.getByRole('link', { name: '1 assignment', exact: true }).click();
  const application = label.split(', Finance')[0] ?? '';
  await expect(roles.cell(application, 'Finance', 'will be assigned')).toBeVisible();

  await own.comeBack();
  await roles.reviewButton.click();
  await expect(desk.review.applyButton).toBeEnabled();
  await desk.review.apply();
  await using colleague = own.colleague();
  expect(await applicationsOf(colleague, 'Finance')).toContain(application);
  await expect(roles.reviewButton).toBeHidden();
});

test('adds a role in a separate request if the review says so, by keyboard', async ({ desk, own, page }) => {
  await openTenant(desk, own);
  const { roles, review } = desk;
  await roles.openMatrix();
  const cell = roles.cells(/, Finance, not assigned$/).first();
  const application = ((await cell.getAttribute('aria-label')) ?? '').split(', Finance')[0] ?? '';
  await cell.click();
  await roles.reviewButton.click();
  const choice = review.dialog.getByRole('radiogroup', { name: 'Send with' });
  await choice.getByRole('radio', { name: /^UpdateApplicationDE/ }).focus();
  own.network.requests.length = 0;
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: /^PublishApplication/ })).toBeChecked();
  await expect(review.dialog).toContainText('A tenant may reject it; then nothing is changed.');
  await expect(review.dialog.getByText('/SaasManage/PublishApplication', { exact: true })).toBeVisible();
  await expect(choice.getByRole('radio', { name: /^PublishApplication/ })).toBeFocused();
  await review.apply();
  const paths = own.network.requests.map(({ path }) => path);
  expect(paths).toContain('/SaasManage/PublishApplication');
  expect(paths).not.toContain('/SaasManage/UpdateApplicationDE');
  await expect(roles.cell(application, 'Finance', 'assigned')).toBeVisible();
  await desk.goTo('History');
  await desk.history
    .entry(/Assign to Finance/)
    .first()
    .click();
  await expect(page.getByText('A tenant may reject it; then nothing is changed.')).toBeVisible();
});

test('reports that a role with pending assignments was deleted, and drops them on request', async ({
  desk,
  own,
}) => {
  await openTenant(desk, own);
  const { roles } = desk;
  await roles.openMatrix();
  await roles
    .cells(/, Finance, not assigned$/)
    .first()
    .click();
  await roles
    .cells(/, Auditors, not assigned$/)
    .first()
    .click();
  await expect(roles.plan).toContainText('2 to assign');
  await using colleague = own.colleague();
  const { data } = await colleague.call('roles.list', {
    tenantId: colleague.tenantId,
    freshness: 'tenant-first',
  });
  const left = data.filter(({ name }) => name !== 'Finance');
  const rows = left.map(({ id, name, type }) => ({ Row: { ID: id, Name: name, RoleType: type } }));
  const rolesResponse = { success: true, Result: { FullCount: rows.length, Results: rows } };
  own.network.setFaults(({ path, body }) =>
    path.toLowerCase() === '/redrock/query' && body.includes('from Role ORDER')
      ? { kind: 'answer', status: 200, body: JSON.stringify(rolesResponse) }
      : { kind: 'pass' },
  );
  await desk.goTo('Applications');
  await desk.goTo('Roles');
  await roles.show('Matrix');
  const gone = desk.page.getByRole('alert').filter({ hasText: /the role Finance no longer exists/ });
  await expect(gone).toBeVisible();
  await gone.getByRole('button', { name: 'Discard it' }).click();
  await expect(gone).toBeHidden();
  await expect(roles.plan).toContainText('1 to assign');
});

test('the Roles tab of an application toggles assignments that are pending in the matrix', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  const { roles } = desk;
  await desk.applications.list
    .getByRole('option', { name: /^Confluence Server/ })
    .first()
    .click();
  await desk.applications.openTab('Roles');
  const grid = roles.rolesOf('Confluence Server');
  await expect(page.getByText(/3 roles assigned\. \d+ users have access\./)).toBeVisible();
  await grid.getByRole('gridcell', { name: 'Help Desk, not assigned' }).click();
  await expect(grid.getByRole('gridcell', { name: 'Help Desk, will be assigned' })).toBeVisible();
  await desk.goTo('Roles');
  await roles.show('Matrix');
  await expect(roles.cell('Confluence Server', 'Help Desk', 'will be assigned')).toBeVisible();
});
