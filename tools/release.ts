import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { licenseSchema } from '../contract/settings/licenses.ts';
import { licensesFileName } from '../main/platform/host/renderer-files.ts';
import { buildStale } from './build/build-bundles.ts';
import { distFolder } from './build/bundle.ts';
import { packageVersion } from './build/package-version.ts';
import { rendererBundle } from './build/renderer-bundle.ts';
import { verifyChecksums, writeChecksums } from './release/checksums.ts';
import { releaseNotes } from './release/release-notes.ts';
import { releaseOfTag } from './release/release-version.ts';
import { softwareBill } from './release/sbom.ts';

/** `npm run release -- VERB …`: the steps of `.github/workflows/release.yml`, each of which runs on any machine. */
const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const usage = `Usage: npm run --silent release -- VERB
  version TAG           check the tag, and set the version of package.json to it
  notes VERSION         print the section of the changelog
  sbom FILE             write the CycloneDX document of what is released
  sums FOLDER           write SHA256SUMS, signed with the key in RELEASE_KEY (Ed25519, PEM)
  verify FOLDER KEY     check the files of a release with the public key in the file KEY`;

const verbs: Readonly<Record<string, (...given: string[]) => Promise<void>>> = {
  async version(tag = '') {
    const { version, channel } = releaseOfTag(tag);
    await run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], { cwd: root });
    // Two lines for the outputs of a job.
    print(`version=${version}\nchannel=${channel}`);
  },
  async notes(version = '') {
    print(releaseNotes(await readFile(`${root}CHANGELOG.md`, 'utf8'), version));
  },
  async sbom(file = '') {
    await buildStale([rendererBundle], (line) => void process.stderr.write(`${line}\n`));
    const shipped = z
      .array(licenseSchema)
      .parse(JSON.parse(await readFile(`${distFolder}renderer/${licensesFileName}`, 'utf8')));
    const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      maxBuffer: 100_000_000,
    });
    const bill = softwareBill(JSON.parse(stdout), shipped, await packageVersion());
    await writeFile(file, `${JSON.stringify(bill, undefined, 2)}\n`);
    print(`${bill.components.length} packages`);
  },
  async sums(folder = '') {
    const key = process.env['RELEASE_KEY'] ?? '';
    if (key === '') throw new Error('A release is signed. Set RELEASE_KEY to an Ed25519 private key (PEM).');
    print((await writeChecksums(folder, key)).join('\n'));
  },
  async verify(folder = '', key = '') {
    print(
      (await verifyChecksums(folder, await readFile(key, 'utf8'))).map((name) => `${name}: OK`).join('\n'),
    );
  },
};

const [verb = '', ...given] = process.argv.slice(2);
const act = verbs[verb];
if (act === undefined || given.length === 0) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  try {
    await act(...given);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
