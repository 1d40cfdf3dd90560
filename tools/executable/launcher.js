import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { argv, env, execPath, getuid, platform } from 'node:process';
import { getAsset, getAssetKeys } from 'node:sea';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/*
 * The main script of the single executable. Node runs threads, child processes and native modules from files only, so the bundles
 * in the executable are written to a folder that only the user can write to, once for each version, and run from there.
 */

/** Digest of the files; `tools/build/executable.ts` writes it. */
const digest = getAsset('digest', 'utf8');
const loaderName = 'load.cjs';
const files = getAssetKeys().filter((key) => key !== 'digest');

/** Node starts child processes with options, then the path of a bundle. */
const [folder, isTemporary] = unpacked();
const entryAt = argv.findIndex((argument, index) => index >= 2 && !argument.startsWith('--'));
const entry = entryAt === -1 ? '' : (argv[entryAt] ?? '');
if (entry.startsWith(folder + sep) && existsSync(entry)) {
  for (const option of argv.slice(2, entryAt)) setFlagsFromString(option);
  argv.splice(0, entryAt + 1, execPath, entry);
  await load(entry);
} else {
  const main = join(folder, 'command', 'index.js');
  argv.splice(1, 1, main);
  if (isTemporary) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await load(main);
}

/** @param {string} path */
async function load(path) {
  // `import()` in an embedded script knows only built-in modules; in a file it knows all.
  /** @type {{ load(url: string): Promise<unknown> }} */
  const loader = createRequire(join(folder, loaderName))(`./${loaderName}`);
  await loader.load(pathToFileURL(path).href);
}

/**
 * The folder with the files, and whether it is only for this run.
 *
 * @returns {[folder: string, isTemporary: boolean]}
 */
function unpacked() {
  const inherited = env['TDESK_UNPACKED'];
  if (inherited !== undefined && isOurs(inherited)) return [inherited, false];
  const kept = join(cacheFolder(), 'tdesk', digest);
  if (isOurs(kept)) return [kept, false];
  try {
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    const written = write(mkdtempSync(`${kept}-`));
    try {
      renameSync(written, kept);
    } catch {
      // Another process was faster, or what was there is not ours to replace.
      if (!isOurs(kept)) return temporary(written);
      rmSync(written, { recursive: true, force: true });
    }
    return [kept, false];
  } catch {
    // No home, or it is read-only.
    return temporary(write(mkdtempSync(join(tmpdir(), 'tdesk-'))));
  }
}

/**
 * Child processes run from the same folder.
 *
 * @param {string} path
 * @returns {[folder: string, isTemporary: boolean]}
 */
function temporary(path) {
  env['TDESK_UNPACKED'] = path;
  return [path, true];
}

function cacheFolder() {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}

/**
 * True for a complete folder that no one else can have written to.
 *
 * @param {string} path
 */
function isOurs(path) {
  try {
    const { uid, mode } = lstatSync(path);
    const isOwn = getuid === undefined || (uid === getuid() && (mode & 0o077) === 0);
    return isOwn && readFileSync(join(path, 'digest'), 'utf8') === digest;
  } catch {
    return false;
  }
}

/** @param {string} into */
function write(into) {
  chmodSync(into, 0o700);
  for (const key of files) {
    const path = join(into, ...key.split('/'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(getAsset(key)));
  }
  writeFileSync(join(into, loaderName), 'exports.load = (url) => import(url);\n');
  // Last: a folder without it is incomplete.
  writeFileSync(join(into, 'digest'), digest);
  return into;
}
