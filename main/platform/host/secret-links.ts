import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { removeLinkPage, writeLinkPage } from './link-file.ts';

/** Files that lead a browser to URLs which let somebody in; see `writeLinkPage`. */
export interface SecretLinks {
  /** Answers the path of the file; it is removed once a browser should have read it. */
  write(url: string): Promise<string>;
  /** Removes all, also those that an earlier run left behind. */
  removeAll(): Promise<void>;
}

/** Milliseconds in which a browser should have started and read where it is to go. */
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
