import type { App, Dialog } from 'electron';

export interface MissingSandboxOptions {
  readonly app: Pick<App, 'commandLine'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** Of the process: an AppImage sets `APPIMAGE` to its path. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Notes in the log that the user started it without the sandbox. */
  readonly noteAccepted: () => void;
}

const accepted = 1;

/**
 * False if the page would run without Chromium's sandbox and the user doesn't want that. The program that starts an AppImage adds
 * `--no-sandbox` automatically where the system restricts user namespaces (Ubuntu 23.10 and later), so a person has to know.
 */
export async function mayStartWithoutSandbox(options: MissingSandboxOptions): Promise<boolean> {
  const { app, dialog, env, noteAccepted } = options;
  if (!app.commandLine.hasSwitch('no-sandbox')) return true;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Tenant Desk would start without its sandbox.',
    detail: `${whyMissing(env)} Without it, a flaw in the browser engine could give a malicious page access to this computer.`,
    buttons: ['Quit', 'Start without sandbox'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== accepted) return false;
  noteAccepted();
  return true;
}

function whyMissing(env: MissingSandboxOptions['env']): string {
  return env['APPIMAGE'] === undefined
    ? 'It was started with --no-sandbox. Start it without that option.'
    : 'This system doesn’t let an AppImage use the sandbox. Install the .deb package, which brings the permission with it, or add an AppArmor profile for the AppImage (docs/administration.md).';
}
