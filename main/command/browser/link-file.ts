import type { LinkTargets } from '../../platform/host/link-file.ts';
import { removeLinkPage, writeLinkPage } from '../../platform/host/link-file.ts';

const fileName = 'open-tenant-desk.html';

/**
 * Writes a page to the profile that redirects a browser to the link, and returns its path.
 *
 * @throws the error of the file system.
 */
export async function writeLinkFile(
  profileFolder: string,
  link: string,
  fallback: Omit<LinkTargets, 'link'> = {},
): Promise<string> {
  return await writeLinkPage({ folder: profileFolder, fileName }, { link, ...fallback });
}

export async function removeLinkFile(profileFolder: string): Promise<void> {
  await removeLinkPage({ folder: profileFolder, fileName });
}
