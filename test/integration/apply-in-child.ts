import { createTestVault, startDesk } from './desk-on-tenant.ts';
import { crashPlan } from './crash-plan.ts';

/** Applies a plan on a profile folder until it is killed. Arguments: profile folder, address of the tenant, token. */
const [folder = '', baseUrl = '', accessToken = ''] = process.argv.slice(2);
const desk = startDesk({ folder, baseUrl, accessToken, vault: createTestVault() });
const plan = await desk.plan(...crashPlan);
await desk.call('changes.apply', { planId: plan.id });
