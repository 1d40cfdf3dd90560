import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { createTestVault, startDesk } from './desk-on-tenant.ts';

/**
 * Applies a plan on a profile folder until it is killed. Arguments: profile folder, URL of the tenant, token,
 * request as JSON; or `take-back` and a plan's identifier.
 */
const [folder = '', baseUrl = '', accessToken = '', request = '', planId = ''] = process.argv.slice(2);
const desk = startDesk({ folder, baseUrl, accessToken, vault: createTestVault() });
if (request === 'take-back') await desk.call('changes.takeBack', { planId });
else await desk.apply(JSON.parse(request) as ChangeRequest);
