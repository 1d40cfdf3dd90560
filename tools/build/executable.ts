import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from './bundle.ts';
import { packageVersion } from './package-version.ts';

const run = promisify(execFile);

/** What the executable has of the package of the command, and of keytar for this system. */
const folders = ['command', 'tenant', 'renderer'] as const;

/** Node gets `--build-sea` with 25.5; an older one can't build the executable. */
export function canBuildExecutable(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 25 || (major === 25 && minor >= 5);
}

/**
 * One executable for this system, made of Node and the package in `packageFolder`; it needs neither Node nor npm. Resolves to its
 * path.
 */
export async function buildExecutable(packageFolder: string, into: string): Promise<string> {
  const assets = await assetsOf(packageFolder);
  const digest = createHash('sha256').update(process.version);
  for (const [key, path] of Object.entries(assets)) digest.update(`\n${key}\n`).update(await readFile(path));
  const name = `tdesk-${await packageVersion()}-${process.platform}-${process.arch}`;
  const output = join(into, process.platform === 'win32' ? `${name}.exe` : name);
  const digestFile = join(into, `${name}.digest`);
  const configFile = join(into, `${name}.json`);
  await writeFile(digestFile, digest.digest('hex').slice(0, 32));
  const config = {
    ...{ main: `${rootFolder}tools/executable/launcher.js`, mainFormat: 'module', output },
    disableExperimentalSEAWarning: true,
    assets: { ...assets, digest: digestFile },
  };
  await writeFile(configFile, JSON.stringify(config));
  try {
    await rm(output, { force: true });
    await run(process.execPath, ['--build-sea', configFile]);
    // A program without a signature doesn't start on Apple silicon.
    if (process.platform === 'darwin') await run('codesign', ['--sign', '-', output]);
  } finally {
    await rm(configFile, { force: true });
    await rm(digestFile, { force: true });
  }
  return output;
}

/** Files by the path that they get below the folder in which the executable unpacks them. */
async function assetsOf(packageFolder: string): Promise<Record<string, string>> {
  const keytar = `${rootFolder}node_modules/keytar`;
  const own = await Promise.all(folders.map((name) => filesBelow(join(packageFolder, name))));
  const bundles = own.flat().filter((path) => !path.endsWith('.map'));
  const prebuilt = await filesBelow(join(keytar, 'prebuilds', `${process.platform}-${process.arch}`)).catch(
    () => [],
  );
  const keytarFiles = [
    ...['package.json', 'lib/keytar.js', 'LICENSE.md'].map((name) => join(keytar, name)),
    ...prebuilt,
  ];
  const packageFiles = ['package.json', 'LICENSE', 'THIRD-PARTY-LICENSES.txt'].map((name) =>
    join(packageFolder, name),
  );
  return Object.fromEntries([
    ...[...bundles, ...packageFiles].map((path) => [keyOf(packageFolder, path), path]),
    ...keytarFiles.map((path) => [`node_modules/keytar/${keyOf(keytar, path)}`, path]),
  ]) as Record<string, string>;
}

const keyOf = (folder: string, path: string): string => relative(folder, path).replaceAll('\\', '/');

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
