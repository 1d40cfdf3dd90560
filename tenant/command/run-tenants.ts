import { join } from 'node:path';
import { ArgumentMistake, readArguments, type TenantArguments } from './arguments.ts';
import { tenantIdentity } from './tenant-names.ts';
import { listen, listenNear } from '../http/listen.ts';
import { openInstallation } from '../installation/installation.ts';
import { openTenant, type OpenTenant } from '../open-tenant.ts';

/**
 * The command `tenant`: opens the tenants of one data folder and prints one JSON line when they answer. `entry`
 * is the file that was started, with which query processes are started too.
 */
export async function runTenants(argv: readonly string[], entry: string): Promise<void> {
  try {
    await open(readArguments(argv), entry);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ArgumentMistake ? 2 : 1);
  }
}

async function open(options: TenantArguments, entry: string): Promise<void> {
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
        entry,
        server,
        port,
        folder: join(installation.folder, id),
        size: { applications: options.applications, events: options.events },
        installation: installation.keys,
        queryTimeoutSeconds: options.queryTimeoutSeconds,
        smtpUrl: options.smtpUrl,
      }),
    );
  }
  installation.rememberPorts(ports);
  const ready = { ready: true, tenants: await describe(tenants, options.printsAdminToken) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
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
