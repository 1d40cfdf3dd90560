import fs from 'node:fs';
import type { PathLike, Stats } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { linuxPolicyFile } from '../../main/platform/policy/read-policy.ts';

const writableByOthers = 0o022;

/**
 * Lets this process find the file where an administrator puts the policy of the computer, as root's: a test can't write there.
 * Nothing of the program is replaced, so it opens, checks and reads the file as ever.
 */
export function placePolicy(file: string): void {
  const { statSync, openSync, fstatSync } = fs;
  const descriptors = new Set<number>();
  const ofRoot = (stats: Stats): Stats =>
    Object.assign(stats, { uid: 0, mode: stats.mode & ~writableByOthers });
  Object.assign(fs, {
    statSync: (path: PathLike, ...rest: never[]): unknown =>
      path === dirname(linuxPolicyFile) ? ofRoot(statSync(dirname(file))) : statSync(path, ...rest),
    openSync(path: PathLike, ...rest: [number]): number {
      if (path !== linuxPolicyFile) return openSync(path, ...rest);
      const opened = openSync(file, ...rest);
      descriptors.add(opened);
      return opened;
    },
    // A number is used again once its file is closed: it is asked for once.
    fstatSync: (opened: number, ...rest: never[]): unknown =>
      descriptors.delete(opened) ? ofRoot(fstatSync(opened)) : fstatSync(opened, ...rest),
  });
  syncBuiltinESMExports();
}
