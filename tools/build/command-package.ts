import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildStale } from './build-stale.ts';
import { distFolder, rootFolder } from './bundle.ts';
import { commandBundle } from './command-bundle.ts';
import { packagesBelow, readLicenses } from './licenses.ts';
import { rendererBundle } from './renderer-bundle.ts';
import { tenantBundle } from './tenant-bundle.ts';

const run = promisify(execFile);

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  author: z.unknown(),
  dependencies: z.object({ keytar: z.string() }),
});

/** The command, and what it starts and serves. */
const bundles = [commandBundle, tenantBundle, rendererBundle] as const;

/** Only builds use them. */
const leftBehind = ['.digest', 'inputs.json'];

/**
 * The package of the command line, which `npm install --global` takes: bundles without dependencies, the manual page and the
 * licenses. Without keytar, which needs a keychain, sessions come from the environment.
 */
export async function buildCommandPackage(folder: string, say: (line: string) => void): Promise<void> {
  await buildStale(bundles, say);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'bin'), { recursive: true });
  const text = await readFile(`${rootFolder}package.json`, 'utf8');
  const { version, license, homepage, author, dependencies } = manifestSchema.parse(JSON.parse(text));
  const manifest = {
    name: 'tdesk',
    version,
    description: 'Manage identity tenants as code: the command line of Tenant Desk.',
    ...{ license, homepage, author },
    type: 'module',
    bin: { tdesk: 'bin/tdesk.js' },
    man: ['./man/tdesk.1'],
    engines: { node: '>=24' },
    optionalDependencies: { keytar: dependencies.keytar },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const bundle of bundles) {
    const target = join(folder, bundle.name);
    // The page's own are many times as large as the page.
    const filter = (path: string): boolean => bundle !== rendererBundle || !path.endsWith('.map');
    await cp(`${distFolder}${bundle.name}`, target, { recursive: true, filter });
    for (const name of leftBehind) await rm(join(target, name), { force: true });
  }
  const bin = join(folder, 'bin', 'tdesk.js');
  await writeFile(bin, "#!/usr/bin/env node\nimport '../command/index.js';\n");
  await chmod(bin, 0o755);
  await cp(`${rootFolder}LICENSE`, join(folder, 'LICENSE'));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), await thirdPartyLicenses());
  await cp(`${rootFolder}docs/automation.md`, join(folder, 'README.md'));
  const { stdout: page } = await run(process.execPath, [bin, 'man'], { maxBuffer: 10_000_000 });
  await mkdir(join(folder, 'man'));
  await writeFile(join(folder, 'man', 'tdesk.1'), page);
}

/** Packages that only the command has, and that are in its bundle. */
const commandPackages = ['commander', '@commander-js/extra-typings', '@bomb.sh/tab', 'acorn', 'acorn-walk'];

/** The licenses of all packages that the bundles contain, with their texts. */
async function thirdPartyLicenses(): Promise<string> {
  const own = commandPackages.map((name) => join(rootFolder, 'node_modules', name));
  const licenses = await readLicenses([...(await packagesBelow(rootFolder)), ...own]);
  return licenses
    .map(({ name, version, license, text }) => `${name} ${version}\nLicense: ${license}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Packs it with npm; resolves to the path of the tarball. */
export async function packCommand(folder: string, into: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
    cwd: folder,
    maxBuffer: 10_000_000,
  });
  const packed = z
    .array(z.object({ filename: z.string() }))
    .min(1)
    .parse(JSON.parse(stdout));
  return join(into, packed[0]?.filename ?? '');
}
