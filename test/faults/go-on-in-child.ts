import { createTestVault, startDesk } from '../integration/desk-on-tenant.ts';

/**
 * Begins a plan that waits on a profile folder, or goes on with it, until it is settled or killed. Arguments: profile
 * folder, address of the tenant, token, identifier of the plan.
 */
const [folder = '', baseUrl = '', accessToken = '', planId = ''] = process.argv.slice(2);
const desk = startDesk({ folder, baseUrl, accessToken, vault: createTestVault() });
const isBegun = (await desk.open()).some(({ id }) => id === planId);
if (!isBegun) await desk.call('changes.apply', { planId });
while ((await desk.open()).length > 0) await desk.call('changes.resume', { planId });
