import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sourceFolder = fileURLToPath(new URL('../', import.meta.url));
/** The license is that of the project. */
const texts = ['README.md', 'REFERENCE.md', 'CHANGELOG.md', '../../LICENSE'];

/** Node as of this version has all that the compiled engine calls. The clone is installed by older ones, too. */
const engines = { node: '>=22' };

interface SourceManifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Makes the package that is published: JavaScript, declarations, texts and a manifest. Replaces what `folder` holds. */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const project = join(sourceFolder, 'tsconfig.build.json');
  await run(process.execPath, [compiler, '-p', project, '--outDir', join(folder, 'lib')]).catch(
    (error: unknown) => {
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      throw new Error(`The engine does not compile.\n${output}`, { cause: error });
    },
  );
  for (const name of texts) await cp(join(sourceFolder, name), join(folder, basename(name)));
  const manifest = JSON.parse(await readFile(join(sourceFolder, 'package.json'), 'utf8')) as SourceManifest;
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest), undefined, 2)}\n`,
  );
}

/** The manifest of the sources, with entries that name what was compiled of them. */
export function publishedManifest({ exports, private: _, scripts: __, ...shared }: SourceManifest): object {
  const entries = Object.entries(exports).map(([entry, source]): [string, object] => {
    const compiled = source.replace(/^\.\/src\//, './lib/').replace(/\.ts$/, '');
    return [entry, { types: `${compiled}.d.ts`, default: `${compiled}.js` }];
  });
  return {
    ...shared,
    engines,
    exports: Object.fromEntries<object>(entries),
    files: ['lib', 'REFERENCE.md', 'CHANGELOG.md'],
  };
}

/** Packs a built package with npm; answers the path of the tarball, which is put into `destination`. */
export async function packPackage(folder: string, destination: string): Promise<string> {
  const onWindows = process.platform === 'win32';
  // npm passes its command-line options on to child processes; the package that is packed here isn't a workspace.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const { stdout } = await run(
    onWindows ? 'npm.cmd' : 'npm',
    ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', destination],
    { cwd: folder, env, shell: onWindows },
  );
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing.');
  return join(destination, packed.filename);
}
