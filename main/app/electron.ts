import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import type { Shortcuts } from '../../contract/settings/shortcuts.ts';
import { deepLinkScheme } from '../../contract/links/deep-link.ts';
import { changeSetExtensions } from '../../contract/changes/change-set-files.ts';
import type { MenuCommand } from '../../contract/bridge/menu.ts';
import { createFileArrivals } from '../platform/files/arrived-files.ts';
import { readSystemPolicy } from '../platform/policy/read-policy.ts';
import { createDispatcher } from '../platform/dispatch.ts';
import { appScheme } from '../platform/host/electron/app-scheme.ts';
import { confineContents, confineSession } from '../platform/host/electron/confinement.ts';
import { confirmLoss, isBeingApplied } from '../platform/host/electron/confirm-loss.ts';
import { offerContextMenu } from '../platform/host/electron/context-menu.ts';
import { crashFolderOf } from '../platform/host/crash-report-files.ts';
import {
  collectCrashReports,
  removeOldCrashReports,
  writesCrashReports,
} from '../platform/host/electron/crash-reports.ts';
import type { RunningDesk } from '../platform/host/electron/desk-app.ts';
import { bringForward, runDeskApp } from '../platform/host/electron/desk-app.ts';
import type { DeskWindow } from '../platform/host/electron/desk-window.ts';
import { openDeskWindow } from '../platform/host/electron/desk-window.ts';
import { createCommandDoor } from '../platform/host/command/command-door.ts';
import type { Host } from '../platform/host/host.ts';
import type { SecretLinks } from '../platform/host/secret-links.ts';
import { createSecretLinks } from '../platform/host/secret-links.ts';
import { createElectronHost } from '../platform/host/electron/electron-host.ts';
import type { ElectronHostOptions } from '../platform/host/electron/electron-host.ts';
import { registerLinks } from '../platform/host/electron/register-links.ts';
import { createLastKeys } from '../platform/host/electron/last-keys.ts';
import { createFileDialogs } from '../platform/host/electron/file-dialogs.ts';
import { createFolderMemory } from '../platform/host/electron/folder-memory.ts';
import { connectIpc } from '../platform/host/electron/ipc.ts';
import { menuTemplate } from '../platform/host/electron/menu.ts';
import { mayStartWithoutSandbox } from '../platform/host/electron/missing-sandbox.ts';
import { showFatal } from '../platform/host/electron/offer-backup.ts';
import { followOpenedBySystem } from '../platform/host/electron/opened-by-system.ts';
import { namedProfileFolder, programFolders } from '../platform/host/electron/program-folders.ts';
import { identifyProgram } from '../platform/host/electron/program-id.ts';
import { createSystemProxy } from '../platform/host/electron/system-proxy.ts';
import { forkTenant } from '../platform/host/electron/tenant-utility-process.ts';
import { windowPage } from '../platform/host/electron/window-page.ts';
import { primaryFirst, readPlacement, writePlacement } from '../platform/host/electron/window-placement.ts';
import { zoomByKeys } from '../platform/host/electron/zoom-keys.ts';
import type { EmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import { createEmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import { licensesFileName } from '../platform/host/renderer-files.ts';
import { logUncaughtErrors, uncaughtErrorMessage } from '../platform/log/uncaught-errors.ts';
import { createFileLog } from '../platform/log/file-log.ts';
import { createSteadyClock } from '../platform/timing/steady-clock.ts';
import { readSavedSettings } from '../platform/settings/read-saved-settings.ts';
import { olderCopyFor } from '../platform/storage/profile-backups.ts';
import { ownProfileFolder } from '../platform/storage/move-profile.ts';
import { createLinkArrivals } from '../tenants/links/arrived-links.ts';
import { useLocale } from '../../languages/text/intl.ts';
import { findInstallation } from '../updates/electron/find-installation.ts';
import type { DownloadedUpdate } from '../updates/installation.ts';
import { readReleaseFacts } from '../updates/release-facts.ts';
import type { ProgramFacts } from '../updates/updates.ts';
import { updatesFolderIn } from '../updates/updates.ts';
import { createServices } from './services.ts';

/** Composes the app in Electron. */
const { platform, env } = process;
const profileFolder = resolve(
  namedProfileFolder(process.argv.slice(1)) ?? ownProfileFolder({ platform, env, homeFolder: homedir() }),
);
const isDevelopment = !app.isPackaged;
const folders = programFolders(app.getAppPath());
const log = createFileLog(profileFolder, Date.now, createSteadyClock());
const policy = readSystemPolicy();
const crashFolder = crashFolderOf(profileFolder);

app.setName('Tenant Desk');
identifyProgram(app, platform);
// Chromium's files, including the single instance lock, belong to the profile.
app.setPath('userData', join(profileFolder, 'electron'));
app.enableSandbox();
protocol.registerSchemesAsPrivileged([appScheme]);
app.on('web-contents-created', (_event, contents) => confineContents(contents));

const arrivals = createFileArrivals();
const linkArrivals = createLinkArrivals();
const backgroundCall = { signal: new AbortController().signal, requestId: 'background' };
const deskApp = runDeskApp({
  app,
  powerMonitor: () => powerMonitor,
  platform,
  prepare() {
    registerLinks({ app, scheme: deepLinkScheme, program: process.execPath });
    const readChosen = (): boolean => readSavedSettings(profileFolder).crashReports;
    if (!writesCrashReports({ isPackaged: app.isPackaged, policy, readChosen })) return;
    try {
      collectCrashReports({ app, crashReporter, folder: crashFolder });
    } catch (error) {
      log.write('warning', 'app.crashes-not-collected', { error });
    }
  },
  mayStart: () =>
    mayStartWithoutSandbox({
      ...{ app, dialog, env },
      noteAccepted: () => log.write('warning', 'app.no-sandbox'),
    }),
  start,
  confirmLoss: (loss, window) => confirmLoss(dialog, loss, window),
  showFatal: (error) => showFatal({ app, dialog, args: process.argv.slice(1), olderCopyFor }, error),
  report: (error) => log.write('error', 'app.stop-failed', { error }),
});
followOpenedBySystem({
  app,
  args: process.argv.slice(1),
  folder: process.cwd(),
  extensions: changeSetExtensions,
  add: arrivals.add,
  scheme: deepLinkScheme,
  addLink: linkArrivals.addLink,
  show: () => deskApp.show(),
});
logUncaughtErrors(process, log, () => {
  dialog.showErrorBox('Tenant Desk has to stop', uncaughtErrorMessage);
  deskApp.abort();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => deskApp.end());

async function start(): Promise<RunningDesk> {
  useLocale(app.getLocale());
  let window: BrowserWindow | undefined;
  let isStopping = false;
  let unsavedDrafts = 0;
  const ownWindow = (): BrowserWindow | undefined => (window?.isDestroyed() ? undefined : window);
  const embeddedTenant = createOwnTenant();
  const secretLinks = createSecretLinks(profileFolder);
  const comeForward = (): void => {
    const open = ownWindow();
    if (open === undefined || isStopping) return;
    bringForward(open);
    // On other systems, focusing a window brings it to the front; macOS needs the app to be activated.
    if (platform === 'darwin') app.focus({ steal: true });
  };
  const showShortcuts = (shortcuts: Shortcuts): void => setMenu(chooseCommand, shortcuts);
  const host = createHost({ window: ownWindow, secretLinks, comeForward, showShortcuts });
  function chooseCommand(command: MenuCommand): void {
    const isOpen = ownWindow() !== undefined;
    deskApp.show();
    // A page that is only being opened listens to nothing yet.
    if (isOpen) host.emit('menu.chosen', { command });
  }
  const lastKeys = createLastKeys({ emit: host.emit, hasPage: () => ownWindow() !== undefined });
  const door = createCommandDoor({ host, profileFolder, version: app.getVersion(), log });
  const services = await createServices({
    host: door.host,
    profileFolder,
    version: app.getVersion(),
    policy,
    licensesFile: join(folders.renderer, licensesFileName),
    embeddedTenant,
    systemProxy: createSystemProxy(session.defaultSession),
    arrivedFiles: arrivals,
    program: ownProgram(),
    arrivedLinks: linkArrivals,
    noteUnsaved: (count) => (unsavedDrafts = count),
    noteTypedSaved: () => lastKeys.noteSaved(),
  });
  followArrivals(host);
  const dispatcher = createDispatcher({
    handlers: services.handlers,
    policy,
    newRequestId: randomUUID,
    log,
    checksOutput: isDevelopment,
  });
  const ipc = connectIpc({
    ipc: ipcMain,
    openCaller: dispatcher.openCaller,
    ownContents: () => ownWindow()?.webContents,
    whenReached: () => log.write('info', 'app.ready', { milliseconds: Math.round(performance.now()) }),
  });
  servePage();
  showShortcuts({});
  embeddedTenant.start();
  void removeOldCrashReports(crashFolder);
  await Promise.all([services.start(), secretLinks.removeAll()]);
  await door.open(dispatcher);
  const { theme, shortcuts } = await services.handlers['settings.get'](undefined, backgroundCall);
  nativeTheme.themeSource = theme;
  showShortcuts(shortcuts);

  return {
    async openWindow() {
      const opened = await createDeskWindow();
      ({ window } = opened);
      ipc.follow(window.webContents);
      offerContextMenu(window, (template) => Menu.buildFromTemplate(template));
      zoomByKeys(window.webContents, platform);
      return opened;
    },
    saveTyped: lastKeys.save,
    hasUnsavedDrafts: () => ownWindow() !== undefined && unsavedDrafts > 0,
    async isApplying() {
      return (await services.handlers['changes.open'](undefined, backgroundCall)).some(isBeingApplied);
    },
    async stop() {
      isStopping = true;
      await Promise.all([embeddedTenant.stop(), door.close({ cancels: true })]);
      await services.stop();
    },
  };
}

/** Tells the page what the system opens from now on. */
function followArrivals({ emit }: Host): void {
  arrivals.follow(() => emit('changeSets.arrived', {}));
  linkArrivals.follow(() => emit('links.arrived', {}));
}

function createHost(
  parts: Pick<ElectronHostOptions, 'window' | 'comeForward' | 'showShortcuts'> & {
    readonly secretLinks: SecretLinks;
  },
): Host {
  const files = createFileDialogs({
    dialog,
    window: parts.window,
    folders: createFolderMemory(join(profileFolder, 'folders.json')),
    downloadsFolder: app.getPath('downloads'),
  });
  return createElectronHost({
    files,
    shell,
    platform,
    clipboard,
    nativeTheme,
    ...parts,
    show: () => deskApp.show(),
  });
}

/** What updates need to know of this installation, and how they replace it. */
function ownProgram(): Omit<ProgramFacts, 'version'> {
  const { arch, execPath, resourcesPath } = process;
  const release = readReleaseFacts(app.getAppPath());
  const found = findInstallation({
    ...{ platform, arch, env, execPath, resourcesPath },
    isPackaged: app.isPackaged,
    productName: 'Tenant Desk',
  });
  async function install(update: DownloadedUpdate): Promise<void> {
    // Not needed by most starts.
    const { installUpdate } = await import('../updates/electron/install-update.ts');
    const parts = {
      ...{ kind: found.kind, publisher: release?.publisher, env, log },
      version: app.getVersion(),
      folder: updatesFolderIn(profileFolder),
      quit: () => app.quit(),
      replaceWith: deskApp.replaceWith,
    };
    await installUpdate(parts, update);
  }
  return { release, installation: { ...found, install } };
}

function createOwnTenant(): EmbeddedTenant {
  return createEmbeddedTenant({
    startProcess: () =>
      forkTenant(
        {
          fork: utilityProcess.fork,
          entry: folders.tenantEntry,
          createChannel: () => new MessageChannelMain(),
          onErrorLine: (line) => log.write('warning', 'sandbox.stderr', { line }),
        },
        ['--data', join(profileFolder, 'sandbox')],
      ),
    report: (line) => log.write('warning', 'sandbox.ended', { line }),
  });
}

function setMenu(choose: (command: MenuCommand) => void, shortcuts: Shortcuts): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform,
        isDevelopment,
        choose,
        shortcuts,
        showLogFolder: () => void shell.openPath(join(profileFolder, 'log')),
      }),
    ),
  );
}

async function createDeskWindow(): Promise<DeskWindow> {
  const placementFile = join(profileFolder, 'window.json');
  return openDeskWindow({
    createWindow: (options) => new BrowserWindow(options),
    dialog,
    nativeTheme,
    workAreas: primaryFirst(screen),
    preloadFile: folders.preloadFile,
    isDevelopment,
    saved: await readPlacement(placementFile),
    save: (placement) => writePlacement(placementFile, placement),
    now: createSteadyClock(),
  });
}

/** Serves the page, and lets it load nothing else. */
function servePage(): void {
  const page = windowPage(folders.renderer);
  protocol.handle(appScheme.scheme, page.serve);
  confineSession(session.defaultSession, { isDevelopment, allows: page.allows });
}
