import { olderCopyFor } from '../../main/platform/storage/profile-backups.ts';

export interface RunOnProfileOptions {
  readonly profileFolder: string;
  readonly opensBackup: true | undefined;
  readonly run: (profileFolder: string) => Promise<number>;
  /** Prints a line in the terminal. */
  readonly say: (line: string) => void;
}

/**
 * Runs Tenant Desk on a profile folder. For a profile that a newer version wrote, runs it on a copy from before the update if that is
 * wanted, and otherwise says how to. Rejects like `run`.
 */
export async function runOnProfile({
  profileFolder,
  opensBackup,
  run,
  say,
}: RunOnProfileOptions): Promise<number> {
  try {
    return await run(profileFolder);
  } catch (error) {
    const copy = olderCopyFor(error);
    if (copy === undefined) throw error;
    if (!opensBackup) {
      say(`To open a copy from ${copy.date}, before the update, use --open-backup.`);
      throw error;
    }
    const folder = copy.make();
    say(`A newer version wrote this profile. Opening a copy from ${copy.date} in ${folder}.`);
    return await run(folder);
  }
}
