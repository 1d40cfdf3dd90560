import type { Desk } from '../../contract/bridge/desk.ts';
import type { DeskInfo } from '../../contract/app/desk-info.ts';
import type { Place } from '../../contract/links/links.ts';
import { urlOfPlace } from '../../contract/links/place-url.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';

interface Parts {
  readonly desk: Pick<Desk, 'app'>;
  readonly info: Pick<DeskInfo, 'host'> | undefined;
  /** The browser's. */
  readonly openTab?: (url: string) => unknown;
}

/**
 * Opens a place in another window; in a browser, in a tab, which has this one's session because this one opens it. Rejects if there
 * are too many windows, or the browser blocks it.
 */
export async function openInNewWindow(
  { desk, info, openTab = (url) => window.open(url) }: Parts,
  place: Place,
): Promise<void> {
  if (info?.host === 'electron') return await desk.app.openWindow(place);
  if (openTab(urlOfPlace(place)) === null)
    throw new DeskFailure({
      code: 'invalid-input',
      message: 'The browser blocked the tab. Allow pop-ups for this page, and try again.',
      retryable: false,
      requestId: '',
    });
}
