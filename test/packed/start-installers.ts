import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOnce } from './await-ready.ts';

/**
 * `npm run installers`: installs every installer in `out/` for this system and processor, starts the program once
 * on a profile in a temporary folder, and waits until its page is ready. For disposable machines only: it really
 * installs. RPM packages need a system that has RPM.
 */
const out = fileURLToPath(new URL('../../out/', import.meta.url));
const limitMs = 180_000;
const productName = 'Tenant Desk';

interface Installed {
  readonly executable: string;
  readonly args?: readonly string[];
  /** The command line that was installed with it. */
  readonly tdesk?: string;
  remove?(): void;
}

const run = (command: string, ...args: readonly string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
function macInstalled(folder: string): Installed {
  const contents = join(folder, `${productName}.app`, 'Contents');
  return {
    executable: join(contents, 'MacOS', productName),
    tdesk: join(contents, 'Resources', 'bin', 'tdesk'),
  };
}
function windowsInstalled(folder: string): Installed {
  return {
    executable: join(folder, `${productName}.exe`),
    tdesk: join(folder, 'resources', 'bin', 'tdesk.exe'),
  };
}

/** Installs the program into the folder or the system's location, by the extension of the installer. */
const installers: Readonly<
  Partial<Record<NodeJS.Platform, Readonly<Record<string, (file: string, folder: string) => Installed>>>>
> = {
  linux: {
    '.AppImage': (file) => {
      chmodSync(file, 0o755);
      return { executable: file };
    },
    '.deb': (file) => {
      run('sudo', 'apt-get', 'install', '--yes', file);
      return {
        executable: 'tenant-desk',
        tdesk: 'tdesk',
        remove: () => run('sudo', 'apt-get', 'remove', '--yes', 'tenant-desk'),
      };
    },
  },
  darwin: {
    '.dmg': (file, folder) => {
      const mounted = join(folder, 'mounted');
      run('hdiutil', 'attach', '-nobrowse', '-readonly', '-mountpoint', mounted, file);
      run('ditto', join(mounted, `${productName}.app`), join(folder, `${productName}.app`));
      run('hdiutil', 'detach', mounted);
      return macInstalled(folder);
    },
    '.zip': (file, folder) => {
      run('ditto', '-x', '-k', file, folder);
      return macInstalled(folder);
    },
  },
  win32: {
    '.exe': (file, folder) => {
      // The installer requires the folder as the last argument, without quotes.
      run(file, '/S', '/currentuser', `/D=${folder}`);
      return windowsInstalled(folder);
    },
    '.msi': (file) => {
      run('msiexec', '/i', file, '/qn', '/norestart');
      return {
        ...windowsInstalled(join(process.env['ProgramFiles'] ?? 'C:\\Program Files', productName)),
        remove: () => run('msiexec', '/x', file, '/qn', '/norestart'),
      };
    },
  },
};

const ofThisSystem = installers[process.platform] ?? {};
/** Each format has its own name for a processor. */
const otherProcessor = process.arch === 'arm64' ? /x64|x86_64|amd64/ : /arm64|aarch64/;
const files = readdirSync(out).filter(
  (name) => Object.hasOwn(ofThisSystem, extname(name)) && !otherProcessor.test(name),
);
const missing = Object.keys(ofThisSystem).filter((ending) => !files.some((name) => extname(name) === ending));
if (missing.length > 0) {
  console.error(`out/ has no ${missing.join(' and no ')}. "npm run package" builds them.`);
  process.exitCode = 1;
}

for (const name of files) {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  try {
    const program = join(folder, 'program');
    mkdirSync(program);
    const installed = ofThisSystem[extname(name)]?.(resolve(out, name), program);
    if (installed === undefined) continue;
    const took = await startOnce({ ...installed, profileFolder: join(folder, 'profile'), limitMs });
    // Fails if it isn't there, or doesn't run.
    if (installed.tdesk !== undefined) run(installed.tdesk, '--version');
    installed.remove?.();
    console.log(`ok    ${name}: ready after ${(took / 1000).toFixed(1)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    // A killed process releases its files a little later.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}
