import { expect, test } from '../e2e/desk-test.ts';
import { Camera } from './camera.ts';

/**
 * On all screens in `npm test`, too, which otherwise captures only the first one: checks that the camera
 * works.
 */
test('captures the first views', async ({ desk, page }) => {
  const camera = new Camera(page, 'first-', { allScreens: true });
  await expect(desk.tenants.card('Sandbox Staging')).toBeVisible();
  await camera.shoot('tenants');
  await desk.tenants.signIn('Sandbox Staging');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
  await camera.shoot('applications');
  await desk.goTo('Overview');
  await expect(desk.overview.section('Sign-ins by day')).toContainText('per day on average.');
  await camera.shoot('overview');
  await desk.goTo('Query');
  await camera.shoot('query');
});
