import { join } from 'node:path';
import { createFakeElectron } from '../fakes/electron/fake-electron.ts';
import { loadMainBundle } from '../fakes/electron/load-main-bundle.ts';
import type { FileResponse, FromProgram, ProgramCall, ToProgram } from './program-messages.ts';

/**
 * The main process of the packed program: `program-process.ts APP_FOLDER HOME_FOLDER --profile FOLDER`.
 * Electron's events come as messages from the process that plays the window.
 */
const [, , appFolder = '', homeFolder = ''] = process.argv;
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });

const post = (message: FromProgram): void => void process.send?.(message);
const electron = createFakeElectron({ appFolder, homeFolder, isPackaged: true, getsLock: true });
void electron.app.exited.then((code) => process.exit(code));
loadMainBundle(join(appFolder, 'dist', 'main', 'index.js'), electron);

const created = new Promise((resolve) => electron.app.once('web-contents-created', resolve));
electron.app.becomeReady();
await created;
const [window] = electron.windows;
if (window === undefined) throw new Error('The program opened no window.');
const { webContents } = window;
await window.loaded;

webContents.on('fake:send', (channel: string, args: readonly unknown[]) =>
  post({ kind: 'event', channel, args }),
);
process.on('message', ({ id, call }: ToProgram) => {
  take(call).then(
    (value) => post({ kind: 'result', id, value }),
    (error: unknown) =>
      post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit(1));
post({
  kind: 'ready',
  url: webContents.mainFrame.url,
  preloadFile: window.options.webPreferences?.preload ?? '',
});

async function take(call: ProgramCall): Promise<unknown> {
  switch (call.kind) {
    case 'request':
      return fileResponse(await electron.request(call.url));
    case 'invoke':
      return electron.ipc.invoke(call.channel, call.message, webContents.mainFrame);
    case 'send':
      return electron.ipc.send(call.channel, call.message, webContents.mainFrame);
    case 'reload':
      webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
      return undefined;
    case 'choose-file':
      electron.responses.open = { canceled: false, filePaths: [call.path] };
      return undefined;
    case 'choose-place':
      electron.responses.save = { canceled: false, filePath: call.path };
      return undefined;
    case 'opened':
      return [...electron.opened];
  }
}

async function fileResponse(response: Response): Promise<FileResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
