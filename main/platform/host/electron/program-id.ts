import type { App } from 'electron';

/**
 * Identifies the app's windows to the system, for grouping and icons: `appId` of the installers, and the name of the desktop file
 * in `package.json` for Linux.
 */
export const programId = 'com.tenantdesk.app';

/** Windows uses it for grouping and pinning; other systems read it from the installation. */
export function identifyProgram(app: Pick<App, 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(programId);
}
