import type { App } from 'electron';

export interface LinkRegistration {
  readonly app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>;
  readonly scheme: string;
  /** The executable that Windows starts. */
  readonly program: string;
}

/**
 * Registers the installed program for our links, for the user. macOS and Linux read the registration from the installation, too.
 * Behind `--` nothing is a switch: a link that Windows passes on can't add arguments for Chromium.
 */
export function registerLinks({ app, scheme, program }: LinkRegistration): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme, program, ['--']);
}
