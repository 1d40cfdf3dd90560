import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { deniedBy } from '../platform/policy/managed-policy.ts';
import { readSystemPolicy } from '../platform/policy/read-policy.ts';
import { createDispatcher } from '../platform/dispatch.ts';
import { createEnvironmentProxy } from '../platform/http/environment-proxy.ts';
import { createBrowserHost } from '../platform/host/browser/browser-host.ts';
import type { BrowserServer, BrowserServerOptions } from '../platform/host/browser/browser-server.ts';
import { startBrowserServer } from '../platform/host/browser/browser-server.ts';
import type { DeskAddress } from '../platform/host/browser/desk-address.ts';
import { createFileExchange } from '../platform/host/browser/file-exchange.ts';
import { createCommandDoor } from '../platform/host/command/command-door.ts';
import { createSecretLinks } from '../platform/host/secret-links.ts';
import { createTabs } from '../platform/host/browser/tabs.ts';
import type { EmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import { createEmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import { licensesFileName } from '../platform/host/renderer-files.ts';
import { spawnTenant } from '../platform/host/embedded-tenant/tenant-process.ts';
import { logUncaughtErrors, uncaughtErrorMessage } from '../platform/log/uncaught-errors.ts';
import type { Log } from '../platform/log/log.ts';
import { createFileLog } from '../platform/log/file-log.ts';
import { createSteadyClock } from '../platform/timing/steady-clock.ts';
import { useLocale } from '../../languages/text/intl.ts';
import type { ReleaseFacts } from '../updates/release-facts.ts';
import { createServices } from './services.ts';

export interface BrowserDeskOptions extends Pick<
  BrowserServerOptions,
  'servePage' | 'previous' | 'onSession'
> {
  readonly profileFolder: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The built renderer. */
  readonly rendererFolder: string;
  /** The embedded tenant's program. */
  readonly tenantEntry: string;
  readonly version: string;
  /** Absent: this isn't a release, and has no updates. */
  readonly release?: ReleaseFacts | undefined;
  /** Default: that of this computer. */
  readonly policy?: ManagedPolicy | undefined;
  /** The folder for linking scripts; a page can't choose one. */
  readonly scriptFolder?: string | undefined;
  /** Absent if opening URLs is disabled. */
  readonly openUrl: ((url: string) => Promise<void>) | undefined;
  /** Prints a line in the terminal. */
  readonly say: (line: string) => void;
}

export interface BrowserDesk {
  readonly port: number;
  readonly address: DeskAddress;
  /** A new one-time link; invalidates the previous one. */
  newLink(): string;
  /** The same link for browsers that can't resolve names under `.localhost`. */
  numericLink(link: string): string;
  /** Restarts the embedded tenant's process. */
  restartTenant(): Promise<void>;
  stop(): Promise<void>;
}

const numericAddressNote =
  'This browser uses the 127.0.0.1 link. Other programs may have used that origin before, so prefer a browser that opens .localhost links, such as Chrome, Edge or Firefox.';

/** Composes and starts the app in the browser host. */
export async function startBrowserDesk(options: BrowserDeskOptions): Promise<BrowserDesk> {
  const { policy = readSystemPolicy(), profileFolder, version } = options;
  const { port, rendererFolder, servePage, previous, onSession } = options;
  rejectBrowserMode(policy);
  useLocale(Intl.DateTimeFormat().resolvedOptions().locale);
  const now = Date.now;
  const steady = createSteadyClock();
  const log = createFileLog(profileFolder, now, steady);
  logUncaughtErrors(process, log, () => {
    options.say(uncaughtErrorMessage);
    process.exit(1);
  });
  const embeddedTenant = createOwnTenant(options, log);
  const tabs = createTabs();
  const files = createFileExchange({
    temporaryFolder: tmpdir(),
    newKey: () => randomBytes(24).toString('base64url'),
  });
  const secretLinks = createSecretLinks(profileFolder);
  /** Known once it listens. */
  const running: { server?: BrowserServer } = {};
  const host = createBrowserHost({
    tabs,
    files,
    secretLinks,
    openUrl: options.openUrl,
    scriptFolder: options.scriptFolder,
    showAgain(purpose) {
      const { server } = running;
      if (server === undefined) return { shows: 'nothing' };
      const url = server.newLink(purpose);
      return { shows: 'link', url, numericUrl: server.numericLink(url) };
    },
  });
  const door = createCommandDoor({
    ...{ host, log },
    ...{ profileFolder, version, policy },
  });
  const services = await createServices({
    host: door.host,
    ...{ profileFolder, version, policy },
    licensesFile: join(rendererFolder, licensesFileName),
    embeddedTenant,
    systemProxy: createEnvironmentProxy(process.env),
    program: { release: options.release, installation: { kind: 'source', arch: process.arch } },
  });
  const dispatcher = createDispatcher({
    handlers: services.handlers,
    policy,
    newRequestId: randomUUID,
    log,
    // This host runs from source: contract violations should be visible.
    checksOutput: true,
  });
  const server = await startBrowserServer({
    ...{ port, rendererFolder, servePage, previous, onSession },
    dispatcher,
    tabs,
    files,
    now: steady,
    randomBytes,
    log,
    onNumericAddress: () => options.say(numericAddressNote),
  });
  running.server = server;
  embeddedTenant.start();
  await Promise.all([services.start(), secretLinks.removeAll()]);
  await door.open(dispatcher);

  return {
    port: server.port,
    address: server.address,
    newLink: () => server.newLink(),
    numericLink: server.numericLink,
    restartTenant: embeddedTenant.restart,
    async stop() {
      // Ctrl+C also reaches the tenant's process: its exit is expected from here on.
      await Promise.all([embeddedTenant.stop(), server.stop(), door.close({ cancels: true })]);
      await services.stop();
      await secretLinks.removeAll();
    },
  };
}

/** Throws `denied-by-policy`. */
export function rejectBrowserMode(policy: ManagedPolicy): void {
  if (policy.values.disableBrowserMode !== true) return;
  throw deniedBy(policy, 'disableBrowserMode', 'Tenant Desk can’t be used in a browser here.');
}

function createOwnTenant(
  { tenantEntry, profileFolder, say }: Pick<BrowserDeskOptions, 'tenantEntry' | 'profileFolder' | 'say'>,
  log: Log,
): EmbeddedTenant {
  return createEmbeddedTenant({
    startProcess: () =>
      spawnTenant(tenantEntry, ['--data', join(profileFolder, 'sandbox')], (line) =>
        log.write('warning', 'sandbox.stderr', { line }),
      ),
    report: say,
  });
}
