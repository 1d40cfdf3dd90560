import type { App, Dialog } from 'electron';
import { fatalMessage } from '../../errors/fatal-message.ts';

/** A copy of a profile that a newer version wrote, from before that update. */
export interface OlderCopy {
  /** When the backup was made, formatted. */
  readonly date: string;
  /** Makes the copy and returns its folder. Throws the errors of the file system. */
  make(): string;
}

export interface ShowFatalOptions {
  readonly app: Pick<App, 'relaunch'>;
  readonly dialog: Pick<Dialog, 'showErrorBox' | 'showMessageBoxSync'>;
  /** Arguments of this process, without its executable. */
  readonly args: readonly string[];
  /** Undefined for another error, or without a backup. */
  readonly olderCopyFor: (error: unknown) => OlderCopy | undefined;
}

const title = 'Tenant Desk cannot start';
const opensCopy = 0;

/**
 * Shows why no window opens. For a profile that a newer version wrote, offers a copy from before that update: the app
 * then starts again with the copy, and the profile stays unchanged.
 */
export function showFatal({ app, dialog, args, olderCopyFor }: ShowFatalOptions, error: unknown): void {
  const copy = olderCopyFor(error);
  if (copy === undefined) {
    dialog.showErrorBox(title, fatalMessage(error));
    return;
  }
  const chosen = dialog.showMessageBoxSync({
    type: 'warning',
    message: 'A newer version of Tenant Desk wrote this profile.',
    detail: `${fatalMessage(error)}\n\nYou can also open a copy of it from ${copy.date}, before the update. Later changes are not in the copy.`,
    buttons: ['Open copy', 'Quit'],
    defaultId: opensCopy,
    cancelId: 1,
    noLink: true,
  });
  if (chosen !== opensCopy) return;
  try {
    app.relaunch({ args: [...withoutProfile(args), '--profile', copy.make()] });
  } catch (failed) {
    dialog.showErrorBox(title, `The copy couldn’t be made. ${fatalMessage(failed)}`);
  }
}

function withoutProfile(args: readonly string[]): readonly string[] {
  return args.filter(
    (arg, index) => arg !== '--profile' && args[index - 1] !== '--profile' && !arg.startsWith('--profile='),
  );
}
