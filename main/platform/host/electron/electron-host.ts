import { pathToFileURL } from 'node:url';
import type { BrowserWindow, Clipboard, NativeTheme, Shell } from 'electron';
import { channels } from '../../../../contract/bridge/channels.ts';
import type { Emit } from '../../../../contract/bridge/events.ts';
import { sessionStateSchema } from '../../../../contract/tenants/session.ts';
import { failure } from '../../errors/failure.ts';
import type { Host } from '../host.ts';
import type { SecretLinks } from '../secret-links.ts';

export interface ElectronHostOptions {
  readonly files: Pick<Host, 'openFile' | 'saveFile' | 'chooseFolder'>;
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly platform: NodeJS.Platform;
  readonly secretLinks: Pick<SecretLinks, 'write'>;
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly nativeTheme: Pick<NativeTheme, 'themeSource'>;
  /** The window, while there is one. */
  readonly window: () => BrowserWindow | undefined;
  /** Brings the window before those of other programs. */
  readonly comeForward: () => void;
}

/** The host whose window is Electron's. */
export function createElectronHost({
  files,
  shell,
  platform,
  secretLinks,
  clipboard,
  nativeTheme,
  window,
  comeForward,
}: ElectronHostOptions): Host {
  const signIns = createSignInWatch();
  const emit: Emit = (name, payload) => {
    window()?.webContents.send(channels.event, name, payload);
  };
  return {
    kind: 'electron',
    ...files,
    async openExternal(url, { isSecret } = { isSecret: false }) {
      // The system would start any program for any scheme; services checked this, and here it costs nothing.
      if (!/^https?:\/\//i.test(url)) throw failure('invalid-input', 'Only web addresses can be opened.');
      // Linux starts programs with the URL in their arguments, which every user can read; the others send it to the browser.
      const isFile = isSecret && platform === 'linux';
      await shell.openExternal(isFile ? pathToFileURL(await secretLinks.write(url)).href : url);
    },
    copyText: (text) => clipboard.writeText(text),
    emit(name, payload) {
      emit(name, payload);
      // The frame of the window and its menus follow the theme of the page.
      if (name === 'settings.changed') nativeTheme.themeSource = themeOf(payload) ?? nativeTheme.themeSource;
      // The person is in the browser, which has nothing left to do.
      if (name === 'session.changed' && signIns.endsWith(payload)) comeForward();
    },
  };
}

/** Tells the end of a sign-in from a session that is taken up or renewed, which interrupts nobody. */
function createSignInWatch() {
  const underWay = new Set<string>();
  return {
    endsWith(session: object): boolean {
      const { data } = sessionStateSchema.safeParse(session);
      if (data === undefined) return false;
      const wasUnderWay = underWay.delete(data.tenantId);
      if (data.state === 'signing-in') underWay.add(data.tenantId);
      return wasUnderWay && (data.state === 'signed-in' || data.state === 'confirming');
    },
  };
}

function themeOf(settings: object): NativeTheme['themeSource'] | undefined {
  const theme = 'theme' in settings ? settings.theme : undefined;
  return theme === 'system' || theme === 'light' || theme === 'dark' ? theme : undefined;
}
