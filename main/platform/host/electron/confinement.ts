import type { Session, WebContents } from 'electron';
import { isAppUrl } from './app-scheme.ts';
import type { WindowPage } from './window-page.ts';

/** Denies all permissions and all external requests: the page only talks to main. */
export function confineSession(
  session: Session,
  { isDevelopment, allows }: Pick<WindowPage, 'allows'> & { readonly isDevelopment: boolean },
): void {
  session.setPermissionRequestHandler((_contents, _permission, response) => response(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, response) => {
    const isOurs = isAppUrl(details.url) || details.url.startsWith('data:') || allows(details.url);
    response({ cancel: !isOurs && !(isDevelopment && details.url.startsWith('devtools:')) });
  });
}

/** Locks a window to its page: no navigation, no new windows, no embedded pages. */
export function confineContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
