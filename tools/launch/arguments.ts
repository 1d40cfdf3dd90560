import { parseArgs } from 'node:util';

export interface LaunchArguments {
  /**
   * `browser`: even if Electron is available. `electron`: downloads its runtime again even if that just
   * failed.
   */
  readonly wantedHost: 'browser' | 'electron' | undefined;
  /** For the browser host; 0 for any free port. */
  readonly port: number;
  /** Links begin with http://127.0.0.1 for browsers that can't open `.localhost` URLs. */
  readonly usesNumericAddress: true | undefined;
  /** Opens Tenant Desk in the system browser. */
  readonly opensBrowser: boolean;
  readonly profileFolder: string | undefined;
  /** Opens a copy of the profile from before an update, if a newer version wrote it. */
  readonly opensBackup: true | undefined;
  /** The one folder that the browser host may link scripts with: a page can't choose folders. */
  readonly scriptFolder: string | undefined;
}

type ParsedArguments =
  | { readonly kind: 'launch'; readonly arguments: LaunchArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly reason: string };

export const usage = `Usage: npm start [-- options]

  --browser        run in the system browser, even if Electron is available
  --electron       run in Electron; retry a failed download of its runtime
  --port NUMBER    port of the browser host on loopback (default: any free one)
  --numeric-address
                   use http://127.0.0.1 links, for browsers that can't open .localhost URLs (Safari)
  --no-open        don't open the system browser
  --profile DIR    profile folder (default: the system's application data folder)
  --open-backup    if a newer version wrote the profile, open a copy from before the update
  --script-folder DIR
                   folder to sync scripts and webhooks with in the system browser
  --help           show this help
`;

const wrong = (reason: string): ParsedArguments => ({ kind: 'wrong', reason });

/** Parses the arguments of `npm start`; rejects unknown arguments and a port out of range. */
export function parseLaunchArguments(args: readonly string[]): ParsedArguments {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        browser: { type: 'boolean', default: false },
        electron: { type: 'boolean', default: false },
        port: { type: 'string' },
        'numeric-address': { type: 'boolean' },
        'no-open': { type: 'boolean', default: false },
        profile: { type: 'string' },
        'open-backup': { type: 'boolean' },
        'script-folder': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(reason.split('\n', 1)[0] ?? reason);
  }
  if (values.help) return { kind: 'help' };
  if (values.browser && values.electron) return wrong("--browser and --electron can't be combined.");
  const port = values.port === undefined ? 0 : Number(values.port);
  if (!/^\d*$/.test(values.port ?? '') || values.port === '' || port > 65_535) {
    return wrong(`--port must be a number from 0 to 65535, not "${values.port}".`);
  }
  if (values.profile === '') return wrong('--profile needs a folder.');
  if (values['script-folder'] === '') return wrong('--script-folder needs a folder.');
  return {
    kind: 'launch',
    arguments: {
      wantedHost: values.browser ? 'browser' : values.electron ? 'electron' : undefined,
      port,
      usesNumericAddress: values['numeric-address'] === true || undefined,
      opensBrowser: !values['no-open'],
      profileFolder: values.profile,
      opensBackup: values['open-backup'] === true || undefined,
      scriptFolder: values['script-folder'],
    },
  };
}
