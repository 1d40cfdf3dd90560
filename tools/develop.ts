import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { defaultProfileFolder } from '../main/platform/storage/profile-folder.ts';
import { rootFolder } from './build/bundle.ts';
import { createBrowserProgram } from './development/browser-program.ts';
import type { DevelopedProgram } from './development/developed-program.ts';
import { partOf } from './development/developed-program.ts';
import { createElectronProgram } from './development/electron-program.ts';
import { startPageServer } from './development/page-server.ts';
import { createRestarts } from './development/restarts.ts';
import type { LaunchArguments } from './launch/arguments.ts';
import { parseLaunchArguments } from './launch/arguments.ts';
import { hasDisplay } from '../main/platform/host/has-display.ts';
import { chooseHost } from './launch/choose-host.ts';
import { followParent } from './launch/follow-parent.ts';
import { getElectronRuntime } from './launch/get-electron.ts';

/**
 * `npm run dev`: Tenant Desk from its sources. Page edits appear immediately through Vite; an edit of main or
 * the embedded tenant restarts that process.
 */
const usage = `Usage: npm run dev [-- options]

The options of npm start, except --numeric-address. Uses a development profile by default.
`;
const machine = { platform: process.platform, env: process.env, isRoot: process.getuid?.() === 0 };
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
followParent({ env: process.env, parentId: () => process.ppid }, () => stopping.abort());

async function develop(args: LaunchArguments): Promise<void> {
  const profileFolder = resolve(
    args.profileFolder ?? `${defaultProfileFolder({ ...machine, homeFolder: homedir() })}-development`,
  );
  const choice = await chooseHost(args, machine, () =>
    getElectronRuntime({
      isWanted: args.wantedHost === 'electron',
      signal: stopping.signal,
      started: (host) => say(`Downloading the Electron runtime from ${host}, once.`),
    }),
  );
  say(choice.line);
  const server = await startPageServer();
  const page = server.access;
  const program: DevelopedProgram =
    choice.host === 'electron'
      ? createElectronProgram({ executable: choice.executable, profileFolder, page, say })
      : createBrowserProgram({
          page,
          profileFolder,
          port: args.port,
          opensUrls: args.opensBrowser && hasDisplay(machine),
          scriptFolder: args.scriptFolder,
        });
  let isReady = false;
  const restarts = createRestarts({
    program,
    done(part, milliseconds) {
      say(`Restarted ${part} in ${(milliseconds / 1000).toFixed(1)} s.`);
      if (part === 'main') server.reload();
    },
    now: () => performance.now(),
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  server.watcher.add(
    ['contract', 'languages', 'main', 'packages', 'preload', 'tenant'].map((name) => join(rootFolder, name)),
  );
  server.watcher.on('all', (event, file) => {
    const part = partOf(relative(rootFolder, file).split(sep).join('/'));
    if (part !== undefined && isReady && !event.endsWith('Dir')) restarts.changed(part);
  });
  await program.start();
  isReady = true;
  const stopped = new Promise((done) => stopping.signal.addEventListener('abort', done, { once: true }));
  if (!stopping.signal.aborted) await Promise.race([stopped, program.ended]);
  await program.stop();
  await server.close();
}

const parsed = parseLaunchArguments(process.argv.slice(2));
if (parsed.kind === 'help') process.stdout.write(usage);
else if (parsed.kind === 'wrong' || parsed.arguments.usesNumericAddress === true) {
  say(
    parsed.kind === 'wrong' ? parsed.reason : 'Vite serves only .localhost URLs. Remove --numeric-address.',
  );
  process.exitCode = 2;
} else {
  await develop(parsed.arguments);
  process.exit();
}
