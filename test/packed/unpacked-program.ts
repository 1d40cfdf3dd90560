import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch } from 'electron-builder';
import type { ReleaseFacts } from '../../main/updates/release-facts.ts';
import { unpackArchive } from './asar-archive.ts';
import { packProgram } from './pack-program.ts';

const folder = fileURLToPath(new URL('../results/packed-program/', import.meta.url));

/** The packed program, unpacked: Electron sees the archive as a folder. */
export const unpackedProgram = join(folder, 'program', 'resources', 'app.asar');

/** Packs and unpacks it once for all specs. */
export async function unpackProgram(): Promise<void> {
  await removeUnpacked();
  const { resources } = await packProgram(folder, process.arch === 'arm64' ? Arch.arm64 : Arch.x64);
  await unpackArchive(join(resources, 'app.asar'), unpackedProgram);
}

export async function removeUnpacked(): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The same program as a release of this publisher, in a new folder: packing a release writes them to the same place. */
export async function asRelease(appFolder: string, release: ReleaseFacts): Promise<string> {
  await mkdir(appFolder, { recursive: true });
  for (const name of ['dist', 'node_modules'])
    await symlink(join(unpackedProgram, name), join(appFolder, name));
  const text = await readFile(join(unpackedProgram, 'package.json'), 'utf8');
  const facts = { ...(JSON.parse(text) as object), release };
  await writeFile(join(appFolder, 'package.json'), JSON.stringify(facts));
  return appFolder;
}
