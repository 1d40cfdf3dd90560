import type { App, Dialog } from 'electron';
import { formatDateTime } from '../../languages/text/intl.ts';
import { fatalMessage } from '../platform/errors/fatal-message.ts';
import { NewerProfile, openBackupAsCopy } from '../platform/storage/profile-backups.ts';

export interface ShowFatalOptions {
  readonly app: Pick<App, 'relaunch'>;
  readonly dialog: Pick<Dialog, 'showErrorBox' | 'showMessageBoxSync'>;
  /** Arguments of this process, without its executable. */
  readonly args: readonly string[];
}

const title = 'Tenant Desk cannot start';
const opensCopy = 0;

/**
 * Shows why no window opens. For a profile that a newer version wrote, offers a copy from before that update: the app
 * then starts again with the copy, and the profile stays unchanged.
 */
export function showFatal({ app, dialog, args }: ShowFatalOptions, error: unknown): void {
  if (!(error instanceof NewerProfile) || error.backup === undefined) {
    dialog.showErrorBox(title, fatalMessage(error));
    return;
  }
  const { backup } = error;
  const chosen = dialog.showMessageBoxSync({
    type: 'warning',
    message: 'A newer version of Tenant Desk wrote this profile.',
    detail: `${error.message}\n\nYou can also open a copy of it from ${formatDateTime(backup.madeAt)}, before the update. Later changes are not in the copy.`,
    buttons: ['Open copy', 'Quit'],
    defaultId: opensCopy,
    cancelId: 1,
    noLink: true,
  });
  if (chosen !== opensCopy) return;
  try {
    app.relaunch({ args: [...withoutProfile(args), '--profile', openBackupAsCopy(backup)] });
  } catch (failed) {
    dialog.showErrorBox(title, `The copy couldn’t be made. ${fatalMessage(failed)}`);
  }
}

function withoutProfile(args: readonly string[]): readonly string[] {
  return args.filter(
    (arg, index) => arg !== '--profile' && args[index - 1] !== '--profile' && !arg.startsWith('--profile='),
  );
}
