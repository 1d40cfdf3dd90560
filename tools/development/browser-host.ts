import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import packageJson from '../../package.json' with { type: 'json' };
import type { BrowserDesk } from '../../main/app/browser.ts';
import { startBrowserDesk } from '../../main/app/browser.ts';
import type { ServePage } from '../../main/platform/host/browser/serve-page.ts';
import { browserPolicy } from '../../main/platform/host/content-security-policy.ts';
import { fatalMessage } from '../../main/platform/errors/fatal-message.ts';
import { distFolder, rootFolder } from '../build/bundle.ts';
import { createUrlOpener, linkOpener } from '../../main/command/browser/open-link.ts';
import { offerNewLinks, runInBrowser } from '../../main/command/browser/run-in-browser.ts';
import type { FromHost, ToHost } from './host-messages.ts';
import { toHostSchema } from './host-messages.ts';
import type { PageAccess } from './page-access.ts';
import { fetchPage } from './page-access.ts';

/**
 * The browser host of `npm run dev`, in its own process that is restarted when the sources of main change.
 */
const say = (line: string): void => void process.stderr.write(`${line}\n`);
let running: Promise<BrowserDesk> | undefined;

function send(message: FromHost): void {
  if (process.connected) process.send?.(message);
}

process.on('message', (message) => {
  const parsed = toHostSchema.parse(message);
  if (parsed.type === 'stop') void stop();
  else if (parsed.type === 'restart-tenant') void restartTenant();
  else running = start(parsed);
  running?.catch((error: unknown) => {
    say(`Couldn't start Tenant Desk. ${fatalMessage(error)}`);
    process.exit(1);
  });
});
// Without the watching process, nothing can stop this one.
process.on('disconnect', () => void stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

async function start(options: Extract<ToHost, { readonly type: 'start' }>): Promise<BrowserDesk> {
  const { page, profileFolder, previous } = options;
  const openUrl = options.opensUrls ? createUrlOpener(say) : undefined;
  const desk = await startBrowserDesk({
    profileFolder,
    port: options.port,
    rendererFolder: join(distFolder, 'renderer'),
    tenantEntry: join(rootFolder, 'tenant', 'index.ts'),
    version: packageJson.version,
    scriptFolder: options.scriptFolder,
    openUrl,
    say,
    servePage: servePageOf(page),
    previous,
    onSession: (session) => send({ type: 'session', session }),
  });
  send({ type: 'ready', port: desk.port, address: desk.address });
  const { stdin, stdout } = process;
  if (previous !== undefined) offerNewLinks({ desk, stdin, say });
  else {
    await runInBrowser({
      ...{ desk, stdin, say, command: 'npm run dev' },
      printLink: (url) => stdout.write(`${JSON.stringify({ ready: true, url })}\n`),
      openLink: linkOpener({ desk, profileFolder, openUrl }),
    });
  }
  return desk;
}

async function restartTenant(): Promise<void> {
  await (await running)?.restartTenant();
  send({ type: 'tenant-restarted' });
}

async function stop(): Promise<void> {
  await (await running)?.stop();
  process.exit();
}

function servePageOf(page: PageAccess): ServePage {
  return async (request, response) => {
    const fetched = await fetchPage(page, {
      path: request.url ?? '/',
      policy: browserPolicy,
      header: (name) => request.headers[name]?.toString(),
    });
    response.writeHead(fetched.status, Object.fromEntries(fetched.headers));
    if (fetched.body === null || request.method === 'HEAD') return void response.end();
    await pipeline(Readable.fromWeb(fetched.body), response).catch(() => response.destroy());
  };
}
