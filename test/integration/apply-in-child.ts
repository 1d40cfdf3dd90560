import type { Intent } from '../../contract/changes.ts';
import { createTestVault, startDesk } from './desk-on-tenant.ts';

/**
 * Applies a plan on a profile folder until it is killed. Arguments: profile folder, address of the tenant, token,
 * intents as JSON.
 */
const [folder = '', baseUrl = '', accessToken = '', intents = '[]'] = process.argv.slice(2);
const desk = startDesk({ folder, baseUrl, accessToken, vault: createTestVault() });
const plan = await desk.plan(...(JSON.parse(intents) as Intent[]));
await desk.call('changes.apply', { planId: plan.id });
