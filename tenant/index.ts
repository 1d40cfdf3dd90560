import { join } from 'node:path';
import { ArgumentMistake, readArguments, type TenantArguments } from './command/arguments.ts';
import { tenantIdentity } from './command/tenant-names.ts';
import { listen, listenNear } from './http/listen.ts';
import { openInstallation } from './installation/installation.ts';
import { openTenant, type OpenTenant } from './open-tenant.ts';

/** The command `tenant`: opens the tenants of one data folder and prints one JSON line when they answer. */
async function main(options: TenantArguments): Promise<void> {
  const installation = openInstallation(options.dataFolder);
  const tenants: OpenTenant[] = [];
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await Promise.allSettled(tenants.map((tenant) => tenant.close()));
    installation.dispose();
    process.exit(code);
  };
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  process.once('disconnect', () => void stop(0));

  const ports: Record<string, number> = {};
  for (let number = 1; number <= options.tenants; number++) {
    const { id, name } = tenantIdentity(number);
    const wanted = options.port === 0 ? (installation.rememberedPort(id) ?? 0) : options.port + number - 1;
    const { server, port } = options.port === 0 ? await listenNear(wanted) : await listen(wanted);
    ports[id] = port;
    tenants.push(
      await openTenant({
        id,
        name,
        number,
        server,
        port,
        folder: join(installation.folder, id),
        size: { applications: options.applications, events: options.events },
        installation: installation.keys,
        queryTimeoutSeconds: options.queryTimeoutSeconds,
      }),
    );
  }
  installation.rememberPorts(ports);
  console.log(JSON.stringify({ ready: true, tenants: await describe(tenants, options.printsAdminToken) }));
}

async function describe(tenants: readonly OpenTenant[], withToken: boolean): Promise<unknown[]> {
  return Promise.all(
    tenants.map(async ({ name, baseUrl, analyticsUrl, clientId, ...tenant }) => ({
      name,
      baseUrl,
      analyticsUrl,
      issuer: baseUrl,
      clientId,
      ...(withToken ? { accessToken: await tenant.issueAdminToken() } : {}),
    })),
  );
}

try {
  await main(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof ArgumentMistake ? 2 : 1);
}
