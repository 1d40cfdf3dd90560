import { createHash } from 'node:crypto';
import { join } from 'node:path';

export interface DoorAddress {
  /** Of a unix socket, or of a named pipe. */
  readonly path: string;
  /**
   * True if the file system lets only the owner of the profile connect or replace the socket. Otherwise both
   * sides prove that they can read the key in the profile folder.
   */
  readonly isOwnersOnly: boolean;
}

const socketName = 'desk.sock';
/** Path of the key while a socket is open that other users can reach. */
export const doorKeyFile = (folder: string): string => join(folder, 'desk.door-key');

/** Longest path of a unix socket in bytes, by the smallest system that runs this. Source: unix(7); macOS, sys/un.h. */
const longestPath = 103;

/** Where the command line finds the Tenant Desk that has a profile folder open. */
export function doorAddress(
  folder: string,
  { platform, temporaryFolder }: { readonly platform: NodeJS.Platform; readonly temporaryFolder: string },
): DoorAddress {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (platform === 'win32') return { path: `\\\\.\\pipe\\tenant-desk-${digest}`, isOwnersOnly: false };
  const inFolder = join(folder, socketName);
  if (Buffer.byteLength(inFolder) <= longestPath) return { path: inFolder, isOwnersOnly: true };
  return { path: join(temporaryFolder, `tenant-desk-${digest}.sock`), isOwnersOnly: false };
}
