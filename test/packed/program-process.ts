import { join } from 'node:path';
import { createFakeElectron } from '../fakes/electron/fake-electron.ts';
import type { FakeWindow } from '../fakes/electron/fake-window.ts';
import { loadMainBundle } from '../fakes/electron/load-main-bundle.ts';
import { useMovableClock } from './movable-clock.ts';
import { placePolicy } from './place-policy.ts';
import type {
  FileResponse,
  FromProgram,
  ProgramCall,
  ProgramOptions,
  ToProgram,
} from './program-messages.ts';

/**
 * The main process of the packed program: `program-process.ts OPTIONS --profile FOLDER`, where OPTIONS is the JSON of
 * `ProgramOptions`. Electron's events come as messages from the process that plays the windows.
 */
const [options = ''] = process.argv.splice(2, 1);
const { appFolder, homeFolder, policyFile } = JSON.parse(options) as ProgramOptions;
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });
const clock = useMovableClock();
if (policyFile !== undefined) placePolicy(policyFile);

const post = (message: FromProgram): void => void process.send?.(message);
const electron = createFakeElectron({ appFolder, homeFolder, isPackaged: true, getsLock: true });
void electron.app.exited.then((code) => {
  const boxes = electron.messageBoxes.map(({ message, detail = '', buttons = [] }) => ({
    ...{ message, detail, buttons },
  }));
  const end = { code, boxes, relaunchArguments: electron.app.relaunchArguments };
  process.send?.({ kind: 'ended', end } satisfies FromProgram, () => process.exit(code));
});
process.once('disconnect', () => process.exit(1));
process.on('message', ({ id, call }: ToProgram) => {
  take(call).then(
    (value) => post({ kind: 'result', id, value }),
    (error: unknown) =>
      post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
  );
});
electron.app.on('web-contents-created', () => follow(electron.windows.length - 1));
loadMainBundle(join(appFolder, 'dist', 'main', 'index.js'), electron);
electron.app.becomeReady();

function follow(index: number): void {
  const window = windowAt(index);
  const { webContents, loaded, options: made } = window;
  webContents.on('fake:send', (channel: string, args: readonly unknown[]) =>
    post({ kind: 'event', window: index, channel, args }),
  );
  window.once('closed', () => post({ kind: 'closed', window: index }));
  void loaded.then(() => {
    const preloadFile = made.webPreferences?.preload ?? '';
    post({ kind: 'window', window: index, url: webContents.mainFrame.url, preloadFile });
  });
}

function windowAt(index: number): FakeWindow {
  const window = electron.windows[index];
  if (window === undefined) throw new Error(`There is no window ${index}.`);
  return window;
}

async function take(call: ProgramCall): Promise<unknown> {
  switch (call.kind) {
    case 'request':
      return fileResponse(await electron.request(call.url));
    case 'invoke':
      return electron.ipc.invoke(call.channel, call.message, windowAt(call.window).webContents.mainFrame);
    case 'send':
      return electron.ipc.send(call.channel, call.message, windowAt(call.window).webContents.mainFrame);
    case 'reload':
      windowAt(call.window).webContents.emit('did-start-navigation', {
        ...{ isMainFrame: true, isSameDocument: false },
      });
      return undefined;
    case 'close':
      return windowAt(call.window).close();
    case 'choose-file':
      electron.responses.open = { canceled: false, filePaths: [call.path] };
      return undefined;
    case 'choose-place':
      electron.responses.save = { canceled: false, filePath: call.path };
      return undefined;
    case 'start-again':
      electron.app.emit('second-instance', {}, ['tenant-desk', ...call.args], '/');
      return undefined;
    case 'pass-time':
      return clock.pass(call.milliseconds);
    case 'opened':
      return [...electron.opened];
    case 'crash-reports':
      return electron.crashReports.length;
  }
}

async function fileResponse(response: Response): Promise<FileResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
