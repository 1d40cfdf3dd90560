import { createRemoteDesk } from '../../main/command/desk/remote-desk.ts';
import { connectToDoor } from '../../main/platform/host/command/connect-command.ts';

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
  readonly stdout: { write(text: string): unknown };
  readonly say: (line: string) => void;
}

/** Said next to each printed link. */
export const linkNote = 'The link works once, within 10 minutes. Run npm start again for a new one.';

/**
 * For a second start on a profile: asks the Tenant Desk that has it open to show itself, over the socket that only the
 * owner of the profile can use. False if none is running, or if it has no window.
 */
export async function showRunning(options: ShowRunningOptions): Promise<boolean> {
  const { profileFolder, usesNumericAddress, openLink, stdout, say } = options;
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
    stdout.write(`${JSON.stringify({ ready: true, url })}\n`);
    say(`Tenant Desk is already running with this profile. ${linkNote}`);
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
