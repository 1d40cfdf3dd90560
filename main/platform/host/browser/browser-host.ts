import { failure } from '../../failure.ts';
import type { Host } from '../host.ts';
import type { FileExchange } from './file-exchange.ts';
import type { Tab, Tabs } from './tabs.ts';

export interface BrowserHostOptions {
  readonly tabs: Tabs;
  readonly files: FileExchange;
  /** Opens an address on this machine's desktop; does nothing where there is none. */
  readonly openUrl: (url: string) => Promise<void>;
}

/** The host whose window is a page in the system browser. */
export function createBrowserHost({ tabs, files, openUrl }: BrowserHostOptions): Host {
  function requireTab(): Tab {
    const tab = tabs.current();
    if (tab === undefined) throw failure('cancelled', 'The page of Tenant Desk was closed.');
    return tab;
  }

  return {
    kind: 'browser',
    openExternal: openUrl,
    async openFile(options, signal) {
      const tab = requireTab();
      return files.requestFile(options, signal, (request) => tab.emit('files.requested', request));
    },
    async saveFile(options, write, signal) {
      const tab = requireTab();
      return files.offerFile(options, write, signal, (download) => tab.emit('files.downloadReady', download));
    },
    copyText() {
      // Only the page can reach the person's clipboard, and it never sends the call on.
      return Promise.reject(failure('internal', 'In the browser, the page itself copies text.'));
    },
    emit: tabs.emit,
  };
}
