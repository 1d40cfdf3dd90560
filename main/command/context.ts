import type { Writable } from 'node:stream';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Desk } from './desk/desk.ts';
import type { JoinOptions } from './desk/join-desk.ts';
import type { OwnDesk } from './desk/open-desk.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Output } from './output/output.ts';
import { chooseTenant } from './state/choose-tenant.ts';
import { definesTenant, readRunTenant, readSecret } from './state/run-environment.ts';
import type { RunSecrets } from './state/take-secrets.ts';
import { stateFolder } from './state/state-folder.ts';
import { version } from './version.ts';

/** What a verb works with. */
export interface Context {
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
  /** Folder of profiles, history and open runs. */
  readonly folder: string;
  /** Aborted by Ctrl+C, SIGTERM and a reader that went away: stop after the current item. */
  readonly signal: AbortSignal;
  /** The services, opened when they are first needed; `opensBrowser` counts then, and is true unless given. */
  desk(options?: { readonly opensBrowser: boolean }): Promise<Desk>;
  /** The tenant that is meant, by `--tenant` unless another name is given. A run with its own tenant is signed in by then. */
  tenant(name?: string): Promise<TenantProfile>;
  /** The client secret that was piped in with `--secret-stdin`; undefined without it. */
  clientSecret(): Promise<string | undefined>;
  /** The passphrase of a backup: piped in with `--passphrase-stdin`, or of the environment; undefined without one. */
  backupPassphrase(isPiped: boolean): Promise<string | undefined>;
  /** Asks the person. Throws `invalid-input` with `otherwise` if no one can respond, or with `--no-input`. */
  ask(question: string, otherwise: string): Promise<string>;
}

/** A terminal, a file or a pipe. */
export type OutputStream = Writable & { readonly isTTY?: boolean };

export interface ContextParts {
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: RunSecrets;
  /** Called when something is read from it: most commands read nothing, and opening it takes time. */
  readonly stdin: () => NodeJS.ReadStream;
  readonly stderr: OutputStream;
  readonly signal: AbortSignal;
}

export interface ClosableContext extends Context {
  /** Closes what was opened. */
  close(): Promise<void>;
}

export function createContext(parts: ContextParts): ClosableContext {
  const { options, env, signal, output } = parts;
  const folder = stateFolder(options.state, env);
  const { desk, adopt, close } = openDesks(parts, folder);

  async function listTenants(): Promise<readonly TenantProfile[]> {
    return await (await desk()).call('tenants.list', undefined);
  }

  return {
    ...{ options, output, env, folder, signal, desk, close },
    async tenant(name = options.tenant) {
      if (definesTenant(env)) {
        const own = await adopt();
        return name === undefined ? own : chooseTenant(await listTenants(), name);
      }
      if (options.tokenStdin || parts.secrets.token !== undefined) {
        throw failure(
          'invalid-input',
          'An access token needs TDESK_TENANT_URL, the tenant that it belongs to.',
        );
      }
      return chooseTenant(await listTenants(), name);
    },
    clientSecret: async () =>
      options.secretStdin ? await readSecret(parts.stdin(), '--secret-stdin') : undefined,
    backupPassphrase: async (isPiped) =>
      isPiped ? await readSecret(parts.stdin(), '--passphrase-stdin') : parts.secrets.backupPassphrase,
    ask: (question, otherwise) => ask(parts, question, otherwise),
  };
}

interface Desks {
  readonly desk: Context['desk'];
  /** The tenant that the environment defines, signed in. */
  adopt(): Promise<TenantProfile>;
  close(): Promise<void>;
}

/** Opens the services when they are first needed: loading them takes most of the time of a short command. */
function openDesks(parts: ContextParts, folder: string): Desks {
  const { env, signal, output } = parts;
  const isOwnRun = definesTenant(env);
  let joining: Promise<Desk> | undefined;
  let running: Promise<OwnDesk> | undefined;
  let adopting: Promise<TenantProfile> | undefined;

  async function joinOptions(opensBrowser = false): Promise<JoinOptions> {
    const { openInBrowser } = await import('./open-in-browser.ts');
    const openUrl = opensBrowser ? openInBrowser(process.platform, env) : undefined;
    return { folder, version, env, signal, isOwnRun, openUrl, note: output.note };
  }

  async function join(opensBrowser: boolean): Promise<Desk> {
    if (isOwnRun) return await run();
    const { joinDesk } = await import('./desk/join-desk.ts');
    return await joinDesk(await joinOptions(opensBrowser));
  }

  function run(): Promise<OwnDesk> {
    running ??= import('./desk/join-desk.ts').then(async ({ openOwnRun }) => openOwnRun(await joinOptions()));
    return running;
  }

  async function adoptTenant(): Promise<TenantProfile> {
    const tenant = await readRunTenant(parts);
    return await (await run()).adopt(tenant);
  }

  return {
    desk: ({ opensBrowser } = { opensBrowser: true }) => (joining ??= join(opensBrowser)),
    adopt: () => (adopting ??= adoptTenant()),
    async close() {
      // One that could not be opened left nothing open.
      const opened = await (joining ?? running)?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function ask(
  { options, stdin: openStdin, stderr, signal }: ContextParts,
  question: string,
  otherwise: string,
): Promise<string> {
  if (!options.input || !stderr.isTTY) throw failure('invalid-input', otherwise);
  const stdin = openStdin();
  if (!stdin.isTTY) throw failure('invalid-input', otherwise);
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}
