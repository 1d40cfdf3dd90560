import { pathToFileURL } from 'node:url';
import type { Clipboard, NativeTheme, Shell } from 'electron';
import type { Emit, EventName } from '../../../../contract/bridge/events.ts';
import { sessionStateSchema } from '../../../../contract/tenants/session.ts';
import type { Shortcuts } from '../../../../contract/settings/shortcuts.ts';
import { usableShortcuts } from '../../../../contract/settings/shortcuts.ts';
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
  /** The menu shows the user's shortcuts. */
  readonly showShortcuts: (shortcuts: Shortcuts) => void;
  /** Shows what ended, if no window has the focus. */
  readonly notify: NonNullable<Host['notify']>;
  /** Shows the progress of events on the program's icon. */
  readonly showProgress: (name: EventName, payload: unknown) => void;
  readonly presence: Host['presence'];
  /** To every window. */
  readonly emit: Emit;
  /** Brings the window to the front. */
  readonly comeForward: () => void;
  /** Shows the window to a second start: opens it if it was closed. */
  readonly show: () => void;
}

/** The host whose window is Electron's. */
export function createElectronHost({
  files,
  shell,
  platform,
  secretLinks,
  clipboard,
  nativeTheme,
  showShortcuts,
  notify,
  showProgress,
  presence,
  emit,
  comeForward,
  show,
}: ElectronHostOptions): Host {
  const signIns = createSignInWatch();
  return {
    kind: 'electron',
    ...files,
    async openExternal(url, { isSecret } = { isSecret: false }) {
      // The system would start any program for any scheme. Services check this, too.
      if (!/^https?:\/\//i.test(url))
        throw failure('invalid-input', 'Only http and https URLs can be opened.');
      // Linux passes the URL as a program argument, which every user can read; other systems send it to the browser.
      const isFile = isSecret && platform === 'linux';
      await shell.openExternal(isFile ? pathToFileURL(await secretLinks.write(url)).href : url);
    },
    copyText: (text) => clipboard.writeText(text),
    showAgain() {
      show();
      return { shows: 'window' };
    },
    notify,
    presence,
    emit(name, payload) {
      emit(name, payload);
      showProgress(name, payload);
      // The window frame and menus follow the page's theme.
      if (name === 'settings.changed') {
        nativeTheme.themeSource = themeOf(payload) ?? nativeTheme.themeSource;
        showShortcuts(usableShortcuts('shortcuts' in payload ? payload.shortcuts : undefined));
      }
      // The user is in the browser, which is finished.
      if (name === 'session.changed' && signIns.endsWith(payload)) comeForward();
    },
  };
}

/** Detects completed sign-ins, as opposed to restored or renewed sessions, which shouldn't interrupt the user. */
function createSignInWatch() {
  const signingIn = new Set<string>();
  return {
    endsWith(session: object): boolean {
      const { data } = sessionStateSchema.safeParse(session);
      if (data === undefined) return false;
      const wasSigningIn = signingIn.delete(data.tenantId);
      if (data.state === 'signing-in') signingIn.add(data.tenantId);
      return wasSigningIn && (data.state === 'signed-in' || data.state === 'confirming');
    },
  };
}

function themeOf(settings: object): NativeTheme['themeSource'] | undefined {
  const theme = 'theme' in settings ? settings.theme : undefined;
  return theme === 'system' || theme === 'light' || theme === 'dark' ? theme : undefined;
}
