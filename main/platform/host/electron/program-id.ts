import type { App } from 'electron';

/**
 * By what a system tells the windows of this program from others and finds their icon: `appId` of the installers, and
 * the name of the desktop file that `package.json` names for Linux.
 */
export const programId = 'com.tenantdesk.app';

/** Windows groups windows and pins them by it; the other systems take it from what was installed. */
export function identifyProgram(app: Pick<App, 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(programId);
}
