import { parseArgs } from 'node:util';

export interface LaunchArguments {
  /**
   * `browser`: even where Electron could run. `electron`: its runtime is downloaded again even where that has just failed.
   */
  readonly wantedHost: 'browser' | 'electron' | undefined;
  /** For the browser host; 0 for any free one. */
  readonly port: number;
  /** Links begin with http://127.0.0.1 for browsers that can't open `.localhost` addresses. */
  readonly usesNumericAddress: true | undefined;
  /** Opens the system browser at the desk's address. */
  readonly opensBrowser: boolean;
  readonly profileFolder: string | undefined;
  /** The one folder that the browser host may link scripts with: a page cannot choose any. */
  readonly scriptFolder: string | undefined;
}

type ParsedArguments =
  | { readonly kind: 'launch'; readonly arguments: LaunchArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly reason: string };

export const usage = `Usage: npm start [-- options]

  --browser        run in the system browser, even where Electron could run
  --electron       run in Electron: download its runtime again where that has just failed
  --port NUMBER    port of the browser host on loopback (default: any free one)
  --numeric-address
                   use http://127.0.0.1 links, for browsers that can't open .localhost addresses (Safari)
  --no-open        do not open the system browser
  --profile DIR    folder of the profile (default: the operating system's place for application data)
  --script-folder DIR
                   folder that scripts and webhooks can be linked with in the system browser
  --help           this text
`;

const wrong = (reason: string): ParsedArguments => ({ kind: 'wrong', reason });

/** Reads the arguments of `npm start`; anything that is not one of them is wrong, and so is a port out of range. */
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
        'script-folder': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(reason.split('\n', 1)[0] ?? reason);
  }
  if (values.help) return { kind: 'help' };
  if (values.browser && values.electron) return wrong('--browser and --electron exclude each other.');
  const port = values.port === undefined ? 0 : Number(values.port);
  if (!/^\d*$/.test(values.port ?? '') || values.port === '' || port > 65_535) {
    return wrong(`--port takes a number from 0 to 65535, not "${values.port}".`);
  }
  if (values.profile === '') return wrong('--profile takes the path of a folder.');
  if (values['script-folder'] === '') return wrong('--script-folder takes the path of a folder.');
  return {
    kind: 'launch',
    arguments: {
      wantedHost: values.browser ? 'browser' : values.electron ? 'electron' : undefined,
      port,
      usesNumericAddress: values['numeric-address'] === true || undefined,
      opensBrowser: !values['no-open'],
      profileFolder: values.profile,
      scriptFolder: values['script-folder'],
    },
  };
}
