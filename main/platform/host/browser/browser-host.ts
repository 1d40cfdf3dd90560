import { failure } from '../../errors/failure.ts';
import type { Host } from '../host.ts';
import { realFolder } from '../real-folder.ts';
import type { SecretLinks } from '../secret-links.ts';
import type { FileExchange } from './file-exchange.ts';
import type { Tab, Tabs } from './tabs.ts';

export interface BrowserHostOptions {
  readonly tabs: Tabs;
  readonly files: FileExchange;
  /** Opens a URL or a file on this machine's desktop; absent if there is none, or if disabled. */
  readonly openUrl: ((url: string) => Promise<void>) | undefined;
  readonly secretLinks: Pick<SecretLinks, 'write'>;
  /** The folder passed on the command line: a page has no dialog that gives a program a folder. */
  readonly scriptFolder?: string | undefined;
  readonly showAgain?: Host['showAgain'];
}

/** The host whose window is a page in the system browser. */
export function createBrowserHost(options: BrowserHostOptions): Host {
  const { tabs, files, openUrl, secretLinks, scriptFolder, showAgain } = options;

  function requireTab(): Tab {
    const tab = tabs.current();
    if (tab === undefined) throw failure('canceled', 'The Tenant Desk page was closed.');
    return tab;
  }

  return {
    kind: 'browser',
    async openExternal(url, { isSecret } = { isSecret: false }) {
      if (openUrl === undefined) return;
      await openUrl(isSecret ? await secretLinks.write(url) : url);
    },
    async openFile(options, signal) {
      const tab = requireTab();
      return files.requestFile(options, signal, (request) => tab.emit('files.requested', request));
    },
    async saveFile(options, write, signal) {
      const tab = requireTab();
      return files.offerFile(options, write, signal, (download) => tab.emit('files.downloadReady', download));
    },
    async chooseFolder() {
      if (scriptFolder !== undefined) return await realFolder(scriptFolder);
      throw failure(
        'invalid-input',
        'In the browser, set the folder when you start Tenant Desk: npm start -- --browser --script-folder <path>',
      );
    },
    copyText() {
      // Only the page can access the user's clipboard, and it never forwards the call.
      return Promise.reject(failure('internal', 'In the browser, the page itself copies text.'));
    },
    showAgain,
    // Only the page knows whether it has the focus, and whether the user allows notifications.
    notify: (notice) => tabs.emit('app.notified', notice),
    emit: tabs.emit,
  };
}
