import { createRemoteDesk } from '../desk/remote-desk.ts';
import { connectToDoor } from '../../platform/host/command/connect-command.ts';

interface Links {
  readonly url: string;
  /** For browsers that can't resolve names under `.localhost`. */
  readonly numericUrl: string;
}

export interface ShowRunningOptions {
  readonly profileFolder: string;
  /** Prints only 127.0.0.1 links. */
  readonly usesNumericAddress?: true | undefined;
  /** Opens a link in the system browser; absent if that isn't wanted or possible. */
  readonly openLink: ((links: Links) => Promise<void>) | undefined;
  /** Prints a link for a program to read. */
  readonly printLink: (url: string) => unknown;
  readonly say: (line: string) => void;
  /** What starts Tenant Desk again, such as `npm start`. */
  readonly command: string;
}

/** Said next to each printed link. */
export const linkNote = (command: string): string =>
  `The link works once, within 10 minutes. Run ${command} again for a new one.`;

/**
 * For a second start on a profile: asks the Tenant Desk that has it open to show itself, over the socket that only the
 * owner of the profile can use. False if none is running, or if it has no window.
 */
export async function showRunning(options: ShowRunningOptions): Promise<boolean> {
  const { profileFolder, usesNumericAddress, openLink, printLink, say } = options;
  const door = await connectToDoor(profileFolder);
  if (door === undefined) return false;
  const desk = createRemoteDesk(door.socket, new AbortController().signal);
  try {
    // Also by another version: only this call has to be the same.
    const shown = await desk.call('app.showAgain', { purpose: 'start' });
    if (shown.shows === 'nothing') return false;
    if (shown.shows === 'window') {
      say('Tenant Desk is already running with this profile. Its window is now in front.');
      return true;
    }
    const url = usesNumericAddress ? shown.numericUrl : shown.url;
    await printLink(url);
    say(`Tenant Desk is already running with this profile. ${linkNote(options.command)}`);
    await openLink?.({ url, numericUrl: shown.numericUrl }).catch((error: unknown) => {
      say(`Couldn't open the browser (${String(error)}). Open the link yourself.`);
    });
    return true;
  } catch {
    // An older version without this call, or one that is just ending: the start says that the profile is in use.
    return false;
  } finally {
    await desk.close();
  }
}
