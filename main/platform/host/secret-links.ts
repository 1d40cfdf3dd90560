import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { removeLinkPage, writeLinkPage } from './link-file.ts';

/** Files that redirect a browser to secret URLs; see `writeLinkPage`. */
export interface SecretLinks {
  /** Returns the path of the file, which is removed once a browser should have read it. */
  write(url: string): Promise<string>;
  /** Removes all files, including those of an earlier run. */
  removeAll(): Promise<void>;
}

/** Time for a browser to start and read the file, in milliseconds. */
const lifetimeMs = 2 * 60_000;
const nameOfFile = /^open-sign-in-[0-9a-f]+\.html$/;

export function createSecretLinks(folder: string): SecretLinks {
  return {
    async write(url) {
      const file = { folder, fileName: `open-sign-in-${randomBytes(8).toString('hex')}.html` };
      const path = await writeLinkPage(file, { link: url });
      setTimeout(() => void removeLinkPage(file).catch(() => undefined), lifetimeMs).unref();
      return path;
    },
    async removeAll() {
      const names = (await readdir(folder)).filter((name) => nameOfFile.test(name));
      await Promise.all(names.map((fileName) => removeLinkPage({ folder, fileName })));
    },
  };
}
