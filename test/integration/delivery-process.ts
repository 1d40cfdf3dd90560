// A process that delivers, to be killed: `node delivery-process.ts <data folder>` prints its base URL.
import { registerSandbox } from '../../tenant/sandbox/index.ts';
import { startAnalyticsTenant } from './analytics-tenant.ts';

const dataFolder = process.argv[2];
if (dataFolder === undefined) throw new Error('Name the data folder.');

const tenant = await startAnalyticsTenant({
  dataFolder,
  delivery: { retries: { retries: 5, baseMs: 2, capMs: 10 } },
  before: (app, context, delivery) =>
    registerSandbox(app, context, {
      delivery,
      reset: () => undefined,
      scale: async () => ({ apps: 0, events: 0 }),
    }),
});
console.log(tenant.context.baseUrl);
