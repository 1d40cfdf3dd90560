import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fillFile } from '../../main/platform/host/fill-file.ts';

/**
 * Writes a page of the profile, readable by its owner only, that leads a browser to the link. The arguments of a program
 * can be read by every user of a machine: a browser is therefore handed the name of this file, and never the link.
 *
 * @throws the error of the file system.
 */
export async function writeLinkFile(profileFolder: string, link: string): Promise<string> {
  const path = linkFile(profileFolder);
  await rm(path, { force: true });
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="referrer" content="no-referrer">
  <meta http-equiv="refresh" content="0;url=${address}">
  <title>Tenant Desk</title>
  <p><a href="${address}">Open Tenant Desk</a></p>
</html>
`;
  await fillFile(path, (sink) => sink(page));
  return path;
}

export async function removeLinkFile(profileFolder: string): Promise<void> {
  await rm(linkFile(profileFolder), { force: true });
}

function linkFile(profileFolder: string): string {
  return join(profileFolder, 'open-tenant-desk.html');
}
