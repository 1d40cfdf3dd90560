import type { CallResult } from '../../contract/bridge/to-renderer.ts';
import type { BridgeCall, DeskBridge } from '../../contract/bridge/desk.ts';
import { callsByName } from '../../contract/bridge/desk.ts';
import { handleFileRequest, startDownload } from './file-picker.ts';
import { createConnectionStrip, showBlockingNotice } from './notice.ts';
import { handshake } from './handshake.ts';
import { respondToOtherTabs, askOtherTabs } from './other-tabs.ts';
import { openPageSession } from './page-session.ts';
import type { Connection } from './socket-calls.ts';
import { createSocketCalls } from './socket-calls.ts';

/** A busy machine may miss the first attempt. */
const attempts = 4;

/**
 * Creates `window.desk` for a page of the browser host. Undefined if the page may not connect; it then shows why and
 * what to do.
 */
export async function connectBrowserBridge(
  page: Window & typeof globalThis,
): Promise<DeskBridge | undefined> {
  const { document, location, history, navigator, crypto } = page;
  const fetch = page.fetch.bind(page);
  const session = await openPageSession({
    fetch,
    location,
    history,
    storage: page.sessionStorage,
    askOtherTabs: () => askOtherTabs(page, crypto.randomUUID()),
  });
  if (typeof session === 'string') {
    showBlockingNotice(session, document.body);
    return undefined;
  }

  const strip = createConnectionStrip(document.body);
  let notifyFirst: (state: Connection) => void = () => undefined;
  const first = new Promise<Connection>((resolve) => (notifyFirst = resolve));
  let isOpen = false;
  let failures = 0;
  const calls = createSocketCalls({
    openSocket: () => new page.WebSocket(`ws://${location.host}/bridge`),
    shakeHands: (socket) => handshake(socket, { session, address: location.host, crypto }),
    onConnection(state) {
      const mayStillOpen = !isOpen && (state === 'unreachable' || state === 'lost');
      if (mayStillOpen) failures += 1;
      if (!mayStillOpen || failures === attempts) notifyFirst(state);
      if (state === 'connected') strip.hide();
      else if (isOpen) strip.show(state);
    },
    schedule: (run, delayMs) => void page.setTimeout(run, delayMs),
  });
  const state = await first;
  if (state !== 'connected') {
    calls.close();
    showBlockingNotice(state === 'lost' ? 'unreachable' : state, document.body);
    return undefined;
  }
  isOpen = true;
  // At 127.0.0.1, a service worker of another program may still be registered: its pages could ask, too.
  if (location.hostname !== '127.0.0.1')
    respondToOtherTabs(page, async () => tokenOf(await calls.invoke('app.showAgain', { purpose: 'tab' })));
  calls.on('files.requested', (request) => {
    void handleFileRequest(request, { document, navigator, fetch });
  });
  calls.on('files.downloadReady', (download) => startDownload(download, document));

  return callsByName<DeskBridge>(
    (name) =>
      ((input, onStart) =>
        // Only the page can access the user's clipboard.
        name === 'app.copyText'
          ? copyText(input, navigator.clipboard)
          : calls.invoke(name, input, onStart)) satisfies BridgeCall,
    calls.on,
  );
}

/** The token in the link that a call of `app.showAgain` returned. */
function tokenOf(result: CallResult): string {
  // By hand: a schema would load the library of all schemas before the page shows anything.
  const value = result.ok ? result.value : undefined;
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : undefined;
  const token = typeof url === 'string' ? /#token=(.+)$/.exec(url)?.[1] : undefined;
  if (token === undefined) throw new Error('There is no link.');
  return token;
}

async function copyText(input: unknown, clipboard: Clipboard): Promise<CallResult> {
  try {
    await clipboard.writeText(textOf(input));
    return { ok: true };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const message = 'The browser blocked copying. Select the text and copy it manually.';
    return { ok: false, error: { code: 'internal', message, detail, retryable: true, requestId: '' } };
  }
}

/** Created by the page itself: anything else is a bug. */
function textOf(input: unknown): string {
  if (typeof input === 'object' && input !== null && 'text' in input && typeof input.text === 'string')
    return input.text;
  throw new TypeError('No text to copy.');
}
