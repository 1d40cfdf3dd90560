import { createTestVault, startDesk } from '../integration/desk-on-tenant.ts';

/**
 * Starts or resumes a pending plan of a profile folder until it is finished or the process is killed. Arguments: profile
 * folder, URL of the tenant, token, ID of the plan.
 */
const [folder = '', baseUrl = '', accessToken = '', planId = ''] = process.argv.slice(2);
const desk = startDesk({ folder, baseUrl, accessToken, vault: createTestVault() });
const isBegun = (await desk.open()).some(({ id }) => id === planId);
if (!isBegun) await desk.call('changes.apply', { planId });
while ((await desk.open()).length > 0) await desk.call('changes.resume', { planId });
