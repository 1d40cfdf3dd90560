import { fileStem } from '../../platform/files/file-stem.ts';

/** `Slack: risky sign-ins` gives `slack-risky-sign-ins`; every file system takes it. */
const slug = (name: string, otherwise: string): string =>
  fileStem(name, otherwise)
    .toLowerCase()
    .replaceAll(/[ _-]+/g, '-')
    .replaceAll(/^-|-$/g, '') || otherwise;

/** Names files: one per item, without regard to case, and those that a folder has already stay as they are. */
export function createItemPaths(taken: Iterable<string>) {
  const used = new Set([...taken].map((path) => path.toLowerCase()));
  return (folder: string, name: string, otherwise: string): string => {
    const stem = `${folder}/${slug(name, otherwise)}`;
    for (let number = 1; ; number++) {
      const path = number === 1 ? stem : `${stem}-${number}`;
      if (used.has(path.toLowerCase())) continue;
      used.add(path.toLowerCase());
      return path;
    }
  };
}
