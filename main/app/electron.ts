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
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  utilityProcess,
} from 'electron';
import type { Shortcuts } from '../../contract/settings/shortcuts.ts';
import { deepLinkScheme } from '../../contract/links/deep-link.ts';
import { changeSetExtensions } from '../../contract/changes/change-set-files.ts';
import { urlOfPlace } from '../../contract/links/place-url.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import type { MenuCommand } from '../../contract/bridge/menu.ts';
import { failure } from '../platform/errors/failure.ts';
import { createArrivals } from '../platform/arrivals/arrivals.ts';
import type { ArrivedFile } from '../platform/arrivals/arrived-files.ts';
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
import { registerLinks } from '../platform/host/electron/register-links.ts';
import { createDeskWindows, tenantInUrl } from '../platform/host/electron/desk-windows.ts';
import { openTenantPlacements } from '../platform/host/electron/tenant-placements.ts';
import { createNotifier } from '../platform/host/electron/notifier.ts';
import { createTaskbarProgress } from '../platform/host/electron/taskbar-progress.ts';
import { showRecentTenants } from '../platform/host/electron/recent-menu.ts';
import type { RecentTenant } from '../platform/host/recent-tenant.ts';
import { openWindowsIn } from '../platform/host/electron/open-windows.ts';
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
import type { WindowPlacement } from '../platform/host/electron/window-placement.ts';
import { primaryFirst, readPlacement, writePlacement } from '../platform/host/electron/window-placement.ts';
import { createTouchId } from '../platform/host/electron/touch-id.ts';
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
import { tenantOfArrived } from '../tenants/links/place-of-link.ts';
import { createLinkArrivals } from '../tenants/links/arrived-links.ts';
import { useLocale } from '../../languages/text/intl.ts';
import { ownProgram } from '../updates/electron/own-program.ts';
import { recentTenants } from './recent-tenants.ts';
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

const arrivals = createArrivals<ArrivedFile>();
const linkArrivals = createLinkArrivals();
const windows = createDeskWindows();
const placements = openTenantPlacements(join(profileFolder, 'windows.json'));
const maxWindows = 12;
let isStopping = false;
/** Shows the tenants that were opened last; nothing before the start. */
const recent = { update: (): void => undefined };
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
  openWindows: openWindowsIn(join(profileFolder, 'open-windows.json')),
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
  const embeddedTenant = createOwnTenant();
  const secretLinks = createSecretLinks(profileFolder);
  const host = createHost(secretLinks);
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
    program: ownProgram({
      ...{ app, profileFolder, log },
      replaceWith: (replace) => deskApp.replaceWith(replace),
    }),
    arrivedLinks: linkArrivals,
    openWindow: async (place) => await openAnother(urlOfPlace(place)),
    noteUnsaved: windows.noteUnsaved,
    noteTypedSaved: windows.noteTypedSaved,
  });
  const { 'overview.noteOpened': noteVisit } = services.handlers;
  const noteOpened: typeof noteVisit = async (input, call) => {
    await noteVisit(input, call);
    recent.update();
  };
  recent.update = () => void recentTenants(services.handlers).then(showRecent, () => undefined);
  recent.update();
  followArrivals(async () => await services.handlers['tenants.list'](undefined, backgroundCall));
  const dispatcher = createDispatcher({
    handlers: { ...services.handlers, 'overview.noteOpened': noteOpened },
    policy,
    newRequestId: randomUUID,
    log,
    checksOutput: isDevelopment,
  });
  const ipc = connectIpc({
    ipc: ipcMain,
    openCaller: dispatcher.openCaller,
    within: windows.within,
    whenReached: () => log.write('info', 'app.ready', { milliseconds: Math.round(performance.now()) }),
  });
  servePage();
  setMenu({});
  embeddedTenant.start();
  void removeOldCrashReports(crashFolder);
  await Promise.all([services.start(), secretLinks.removeAll()]);
  await door.open(dispatcher);
  const { theme, shortcuts } = await services.handlers['settings.get'](undefined, backgroundCall);
  nativeTheme.themeSource = theme;
  setMenu(shortcuts);

  return {
    async openWindow(url = '', placement) {
      const opened = await createDeskWindow(url, placement);
      const { window } = opened;
      windows.add(window);
      ipc.follow(window.webContents);
      offerContextMenu(window, (template) => Menu.buildFromTemplate(template));
      zoomByKeys(window.webContents, platform);
      return opened;
    },
    saveTyped: windows.saveTyped,
    hasUnsavedDrafts: windows.hasUnsaved,
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

/** Throws `invalid-input` if there are too many. */
async function openAnother(url: string): Promise<void> {
  if (windows.all().length >= maxWindows)
    throw failure('invalid-input', 'Close a window first: there can’t be more.');
  await deskApp.openWindow(url);
}

function showRecent(tenants: readonly RecentTenant[]): void {
  showRecentTenants(
    {
      ...{ app, platform, program: process.execPath },
      buildMenu: (template) => Menu.buildFromTemplate(template),
      openWindow: () => void openAnother('').catch(() => undefined),
      open(link) {
        linkArrivals.addLink(link);
        deskApp.show();
      },
    },
    tenants,
  );
}

function chooseCommand(command: MenuCommand): void {
  const [front] = windows.all();
  deskApp.show();
  // A page that is only being opened listens to nothing yet.
  if (front !== undefined) windows.sendTo(front, 'menu.chosen', { command });
}

/** Notifies the page of the right window of what the system opens from now on. */
function followArrivals(listTenants: () => Promise<readonly TenantProfile[]>): void {
  const notify = (window: BrowserWindow | undefined, name: 'changeSets.arrived' | 'links.arrived'): void => {
    if (window !== undefined) windows.sendTo(window, name, {});
  };
  arrivals.follow(() => notify(windows.all()[0], 'changeSets.arrived'));
  linkArrivals.follow((link) => {
    void listTenants()
      .then((tenants) => tenantOfArrived(link, tenants))
      .catch(() => undefined)
      .then((tenantId) => {
        const window = (tenantId === undefined ? undefined : windows.showing(tenantId)) ?? windows.all()[0];
        if (window !== undefined && window !== windows.all()[0]) bringForward(window);
        notify(window, 'links.arrived');
      });
  });
}

function createHost(secretLinks: SecretLinks): Host {
  const files = createFileDialogs({
    dialog,
    window: windows.current,
    folders: createFolderMemory(join(profileFolder, 'folders.json')),
    downloadsFolder: app.getPath('downloads'),
  });
  return createElectronHost({
    files,
    shell,
    platform,
    clipboard,
    nativeTheme,
    secretLinks,
    showShortcuts: setMenu,
    emit(name, payload) {
      windows.emit(name, payload);
      if (name === 'tenants.changed') recent.update();
    },
    comeForward() {
      const [front] = windows.all();
      if (front === undefined || isStopping) return;
      bringForward(front);
      // On other systems, focusing a window brings it to the front; macOS needs the app to be activated.
      if (platform === 'darwin') app.focus({ steal: true });
    },
    show: () => deskApp.show(),
    notify: createNotifier({
      isSupported: () => Notification.isSupported(),
      create: (options) => new Notification(options),
      app,
      hasFocus: () => BrowserWindow.getFocusedWindow() !== null,
      open({ place, planId }) {
        deskApp.show();
        if (place !== undefined) linkArrivals.addPlace(place, planId);
      },
    }),
    showProgress: createTaskbarProgress(windows.all),
    presence: createTouchId(platform, systemPreferences),
  });
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

function setMenu(shortcuts: Shortcuts): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform,
        isDevelopment,
        choose: chooseCommand,
        shortcuts,
        openWindow: () => void openAnother('').catch(() => undefined),
        showLogFolder: () => void shell.openPath(join(profileFolder, 'log')),
      }),
    ),
  );
}

/** `url`: the part of the URL that names what the window shows. */
async function createDeskWindow(url: string, placement: WindowPlacement | undefined): Promise<DeskWindow> {
  const placementFile = join(profileFolder, 'window.json');
  const [front] = windows.all();
  const remembered =
    front === undefined
      ? await readPlacement(placementFile)
      : placements.find(tenantInUrl(url), front.getNormalBounds());
  const saved = placement ?? remembered;
  const opened = openDeskWindow({
    createWindow: (options) => new BrowserWindow(options),
    dialog,
    nativeTheme,
    workAreas: primaryFirst(screen),
    preloadFile: folders.preloadFile,
    isDevelopment,
    url,
    saved,
    save(placement) {
      writePlacement(placementFile, placement);
      const tenantId = tenantInUrl(opened.window.webContents.getURL());
      if (tenantId !== undefined) placements.save(tenantId, placement);
    },
    now: createSteadyClock(),
  });
  return opened;
}

/** Serves the page, and lets it load nothing else. */
function servePage(): void {
  const page = windowPage(folders.renderer);
  protocol.handle(appScheme.scheme, page.serve);
  confineSession(session.defaultSession, { isDevelopment, allows: page.allows });
}
