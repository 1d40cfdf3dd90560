import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';

/** Runs after the program was packed and before it is signed. */
export async function afterPack({
  electronPlatformName,
  appOutDir,
  packager,
}: AfterPackContext): Promise<void> {
  if (electronPlatformName !== 'darwin') return;
  const path = join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Info.plist');
  await writeFile(path, withoutInsecureLoads(await readFile(path, 'utf8')));
}

const insecureLoads = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\/>/;

/**
 * electron-builder lets requests through the system's network stack use insecure connections to every host. Only updates need it, for
 * a server on this machine, which has a separate exception. Throws if the setting isn't there: then this has to be checked again.
 */
export function withoutInsecureLoads(infoPlist: string): string {
  if (!insecureLoads.test(infoPlist))
    throw new Error('Info.plist has no NSAllowsArbitraryLoads to turn off.');
  return infoPlist.replace(insecureLoads, '$1<false/>');
}
