import type { CallResult } from '../../../contract/envelope.ts';
import type { DeskBridge } from '../../../contract/desk.ts';
import { buildBridge } from '../../../contract/desk.ts';
import { methods } from '../../../contract/methods.ts';
import { answerFileRequest, startDownload } from './file-picker.ts';
import { createConnectionStrip, showBlockingNotice } from './notice.ts';
import { checkPageSession, openPageSession } from './page-session.ts';
import { createSocketCalls } from './socket-calls.ts';

/**
 * Makes `window.desk` for a page of the browser host. Undefined when the page may not speak to the desk; it then
 * shows why and what to do.
 */
export async function connectBrowserBridge(
  page: Window & typeof globalThis,
): Promise<DeskBridge | undefined> {
  const { document, location, history, navigator } = page;
  const fetch = page.fetch.bind(page);
  const session = await openPageSession({ fetch, location, history });
  if (session !== 'admitted') {
    showBlockingNotice(session, document.body);
    return undefined;
  }

  let isLost = false;
  const strip = createConnectionStrip(document.body);
  const calls = createSocketCalls({
    openSocket: () => new page.WebSocket(`ws://${location.host}/bridge`),
    onConnection(isConnected) {
      isLost = !isConnected;
      if (isConnected) strip.hide();
      else void checkPageSession(fetch).then((state) => isLost && strip.show(state));
    },
    schedule: (run, delayMs) => void page.setTimeout(run, delayMs),
  });
  calls.on('files.requested', (request) => {
    void answerFileRequest(request, { document, navigator, fetch });
  });
  calls.on('files.downloadReady', (download) => startDownload(download, document));

  return buildBridge((name, input, onStart) => {
    // Only the page can reach the clipboard of the person in front of it.
    if (name === 'app.copyText') return copyText(input, navigator.clipboard);
    return calls.invoke(name, input, onStart);
  }, calls.on);
}

async function copyText(input: unknown, clipboard: Clipboard): Promise<CallResult> {
  const parsed = methods['app.copyText'].input.safeParse(input);
  try {
    if (!parsed.success) throw parsed.error;
    await clipboard.writeText(parsed.data.text);
    return { ok: true };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const message = 'The browser did not let Tenant Desk copy. Select the text and copy it by hand.';
    return { ok: false, error: { code: 'internal', message, detail, retryable: true, requestId: '' } };
  }
}
