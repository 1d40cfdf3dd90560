import { join } from 'node:path';
import type { TenantArguments } from './arguments.ts';
import { tenantIdentity } from './tenant-names.ts';
import { listen, listenNear } from '../server/listen.ts';
import { openInstallation } from '../installation/installation.ts';
import { openTenant, type OpenTenant } from '../installation/open-tenant.ts';
import { brokerQueryRunners, type RunnerMessage } from '../query/brokered-query-runner.ts';
import { forkQueryRunners } from '../query/forked-query-runner.ts';
import type { QueryReply } from '../query/query-request.ts';
import { utilityParentPort } from '../query/utility-ports.ts';

/**
 * Opens the tenants of one data folder and prints one line of JSON when they are ready. They end with the
 * process.
 */
export async function openTenants(options: TenantArguments, entry: string): Promise<void> {
  const installation = openInstallation(options.dataFolder);
  process.once('exit', () => installation.dispose());
  const tenants: OpenTenant[] = [];
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await Promise.allSettled(tenants.map((tenant) => tenant.close()));
    process.exit(code);
  };
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  process.once('disconnect', () => void stop(0));

  const main = utilityParentPort<RunnerMessage, QueryReply>();
  const startQueryRunner = main === undefined ? forkQueryRunners(entry) : brokerQueryRunners(main);
  const ports: Record<string, number> = {};
  for (let number = 1; number <= options.tenants; number++) {
    const { id, name } = tenantIdentity(number);
    const wanted = options.port === 0 ? (installation.previousPort(id) ?? 0) : options.port + number - 1;
    const { server, port } = options.port === 0 ? await listenNear(wanted) : await listen(wanted);
    ports[id] = port;
    tenants.push(
      await openTenant({
        id,
        name,
        number,
        startQueryRunner,
        server,
        port,
        folder: join(installation.folder, id),
        size: { applications: options.applications, events: options.events },
        installation: installation.keys,
        password: installation.password,
        queryTimeoutSeconds: options.queryTimeoutSeconds,
        smtpUrl: options.smtpUrl,
      }),
    );
  }
  installation.storePorts(ports);
  const ready = {
    ready: true,
    tenants: await describe(tenants, installation.password, options.printsAdminToken),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

async function describe(
  tenants: readonly OpenTenant[],
  password: string,
  withToken: boolean,
): Promise<unknown[]> {
  return Promise.all(
    tenants.map(async ({ name, baseUrl, analyticsUrl, clientId, username, ...tenant }) => ({
      name,
      baseUrl,
      analyticsUrl,
      issuer: baseUrl,
      clientId,
      username,
      password,
      ...(withToken ? { accessToken: await tenant.issueAdminToken() } : {}),
    })),
  );
}
