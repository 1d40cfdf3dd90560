import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { allBundles, browserBundles } from '../build/all-bundles.ts';
import { buildInChild } from '../build/build-in-child.ts';
import { distFolder, rootFolder } from '../build/bundle.ts';
import type { LaunchArguments } from './arguments.ts';
import { parseLaunchArguments, usage } from './arguments.ts';
import { removeLinkFile } from '../../main/command/browser/link-file.ts';
import { createUrlOpener, linkOpener, openLinkOnce } from '../../main/command/browser/open-link.ts';
import { runInBrowser } from '../../main/command/browser/run-in-browser.ts';
import { showRunning } from '../../main/command/browser/show-running.ts';
import { hasDisplay } from '../../main/platform/host/has-display.ts';
import { chooseHost } from './choose-host.ts';
import { compileCacheFolder } from './compile-cache.ts';
import { fatalMessage } from '../../main/platform/errors/fatal-message.ts';
import { followParent } from './follow-parent.ts';
import { getElectronRuntime } from './get-electron.ts';
import { runOnProfile } from './open-backup.ts';
import { runInElectron } from './run-in-electron.ts';
import { ownProfileFolder } from '../../main/platform/storage/move-profile.ts';

/** `npm start`: runs Tenant Desk in Electron if possible, otherwise in the system browser. */
const machine = { platform: process.platform, env: process.env, isRoot: process.getuid?.() === 0 };
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const command = 'npm start';
const printLink = (url: string): void =>
  void process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
const stopping = new AbortController();
const isStopping = (): boolean => stopping.signal.aborted;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
followParent({ env: process.env, parentId: () => process.ppid }, () => stopping.abort());

const stopped = new Promise<void>((done) => {
  stopping.signal.addEventListener('abort', () => done(), { once: true });
});

/** A build may take long; it can be interrupted. */
const build = (bundles: typeof allBundles): Promise<void> => buildInChild(bundles, stopping.signal);

async function inBrowser(args: LaunchArguments, profileFolder: string): Promise<number> {
  await build(browserBundles);
  if (isStopping()) return 0;
  const opensUrls = args.opensBrowser && hasDisplay(machine);
  // Not needed by a start in Electron.
  const { startBrowserDesk } = await import('../../main/app/browser.ts');
  const { readReleaseFacts } = await import('../../main/updates/release-facts.ts');
  const openUrl = opensUrls ? createUrlOpener(say) : undefined;
  // Inherited by the process of the embedded tenant.
  process.env['NODE_COMPILE_CACHE'] = compileCacheFolder;
  const desk = await startBrowserDesk({
    profileFolder,
    port: args.port,
    rendererFolder: join(distFolder, 'renderer'),
    tenantEntry: join(distFolder, 'tenant', 'index.js'),
    version: packageJson.version,
    release: readReleaseFacts(rootFolder),
    scriptFolder: args.scriptFolder,
    openUrl,
    say,
  });
  if (!isStopping()) {
    const { stdin } = process;
    const { usesNumericAddress } = args;
    await runInBrowser({
      desk,
      usesNumericAddress,
      openLink: linkOpener({ desk, profileFolder, openUrl }),
      ...{ stdin, say, command, printLink },
    });
    await stopped;
    await removeLinkFile(profileFolder);
  }
  await desk.stop();
  return 0;
}

async function launch(args: LaunchArguments): Promise<number> {
  const profileFolder = resolve(
    args.profileFolder ?? ownProfileFolder({ ...machine, homeFolder: homedir() }),
  );
  const opensLinks = args.opensBrowser && hasDisplay(machine);
  const isShown = await showRunning({
    profileFolder,
    usesNumericAddress: args.usesNumericAddress,
    openLink: opensLinks
      ? ({ url, numericUrl }) =>
          openLinkOnce({ profileFolder, openUrl: createUrlOpener(say), numericUrl }, url)
      : undefined,
    ...{ say, command, printLink },
  });
  if (isShown) return 0;
  const choice = await chooseHost(args, machine, () =>
    getElectronRuntime({
      isWanted: args.wantedHost === 'electron',
      signal: stopping.signal,
      started: (host) =>
        say(
          `Downloading the Electron runtime from ${host}, once. Use "npm start -- --browser" to start without it.`,
        ),
    }),
  );
  if (isStopping()) return 0;
  say(choice.line);
  const onProfile = (): Promise<number> =>
    runOnProfile({
      profileFolder,
      opensBackup: args.opensBackup,
      run: (folder) => inBrowser(args, folder),
      say,
    });
  if (choice.host === 'browser') return onProfile();
  await build(allBundles);
  if (isStopping()) return 0;
  const end = await runInElectron(
    choice.executable,
    [rootFolder, '--profile', profileFolder],
    stopping.signal,
  );
  if (end.kind === 'ended') return end.exitCode;
  say("Electron didn't start on this system. Running in the browser instead.");
  return onProfile();
}

const parsed = parseLaunchArguments(process.argv.slice(2));
if (parsed.kind === 'wrong') {
  say(`${parsed.reason} See npm start -- --help.`);
  process.exitCode = 2;
} else if (parsed.kind === 'help') {
  process.stdout.write(usage);
} else {
  process.exitCode = await launch(parsed.arguments).catch((error: unknown) => {
    say(`Couldn't start Tenant Desk. ${fatalMessage(error)}`);
    return 1;
  });
  // Handles left open by a library (a keep-alive socket, the terminal) must not keep the process running.
  process.exit();
}
