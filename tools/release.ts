import { execFile } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { licenseSchema } from '../contract/settings/licenses.ts';
import { manifestFileOf } from '../contract/updates/update-manifest.ts';
import { licensesFileName } from '../main/platform/host/renderer-files.ts';
import { buildStale } from './build/build-stale.ts';
import { distFolder } from './build/bundle.ts';
import { packageVersion } from './build/package-version.ts';
import { rendererBundle } from './build/renderer-bundle.ts';
import { verifyChecksums, writeChecksums } from './release/checksums.ts';
import { placeExecutables, requireEach } from './release/place-executables.ts';
import { releaseNotes } from './release/release-notes.ts';
import { releaseOfTag } from './release/release-version.ts';
import { softwareBill } from './release/sbom.ts';
import { changeManifest, channelsOf, manifestOf, signManifest } from './release/update-manifests.ts';

/** `npm run release -- VERB …`: the steps of `.github/workflows/release.yml`, each of which runs on any machine. */
const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const usage = `Usage: npm run --silent release -- VERB
  version TAG           check the tag, and set the version of package.json to it
  notes VERSION         print the section of the changelog
  sbom FILE             write the CycloneDX document of what is released
  manifest FOLDER VERSION [PERCENT]
                        write the signed manifests of updates: what VERSION is offered to, in percent of installations
  rollout FILE PERCENT  offer the version of a manifest to more installations, or to none
  hold FILE VERSION     hold a version back: it is no longer offered, and Settings of that version says so
  executables FOLDER    put the executables of the command line where the installers take them from
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
  async manifest(folder = '', version = '', percent = '100') {
    const release = {
      ...{ folder, version, heldBack: [], now: Date.now() },
      notes: releaseNotes(await readFile(`${root}CHANGELOG.md`, 'utf8'), version),
      rollout: percentage(percent),
      minimumVersion: process.env['MINIMUM_VERSION'] ?? '0.0.0',
    };
    for (const channel of channelsOf(version)) {
      const manifest = await manifestOf(channel, release);
      await writeFile(join(folder, manifestFileOf(channel)), signManifest(manifest, releaseKey()));
      print(`${manifestFileOf(channel)}: ${version}, ${manifest.files.length} files, ${percent} %`);
    }
  },
  async rollout(file = '', percent = '') {
    await change(file, { rollout: percentage(percent) });
  },
  async hold(file = '', version = '') {
    await change(file, { heldBack: [version] });
  },
  async executables(folder = '') {
    const placed = await placeExecutables(folder, `${root}out`, await packageVersion());
    requireEach(placed, process.platform);
    print(placed.map(({ system, arch }) => `${system} ${arch}`).join('\n'));
  },
  async sums(folder = '') {
    print((await writeChecksums(folder, releaseKey())).join('\n'));
  },
  async verify(folder = '', key = '') {
    print(
      (await verifyChecksums(folder, await readFile(key, 'utf8'))).map((name) => `${name}: OK`).join('\n'),
    );
  },
};

function releaseKey(): string {
  const key = process.env['RELEASE_KEY'] ?? '';
  if (key === '') throw new Error('A release is signed. Set RELEASE_KEY to an Ed25519 private key (PEM).');
  return key;
}

function percentage(text: string): number {
  const percent = Number(text);
  if (text.trim() !== '' && Number.isInteger(percent) && percent >= 0 && percent <= 100) return percent;
  throw new Error(`${text} is not a whole number from 0 to 100.`);
}

async function change(file: string, changes: Parameters<typeof changeManifest>[1]): Promise<void> {
  const privateKey = releaseKey();
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  await writeFile(file, changeManifest(await readFile(file), changes, { publicKey, privateKey }, Date.now()));
  print(`${file} is signed again.`);
}

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
