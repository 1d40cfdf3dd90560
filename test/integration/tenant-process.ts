import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from '../../tools/launch/compile-cache.ts';

export interface TenantAddress {
  readonly name: string;
  readonly baseUrl: string;
  readonly analyticsUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  /** Present when started with `--admin-token`. */
  readonly accessToken?: string;
}

export interface TenantProcess {
  readonly tenants: readonly [TenantAddress, ...TenantAddress[]];
  readonly process: ChildProcess;
  /** Ends the process with SIGTERM and resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Ends it without a chance to clean up. */
  kill(): Promise<void>;
}

export const tenantEntry = fileURLToPath(new URL('../../tenant/index.ts', import.meta.url));
/** The Node of the project, whatever runs the tests. */
export const nodeBinary = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

/** A test run builds its bundle (`bundled-tenant.ts`); anything else starts it from its source. */
function startedProgram(): { readonly entry: string; readonly env: Readonly<Record<string, string>> } {
  const bundle = process.env['TENANT_UNDER_TEST'];
  // The source enables its own cache.
  if (bundle === undefined) return { entry: tenantEntry, env: {} };
  return { entry: bundle, env: { NODE_COMPILE_CACHE: compileCacheFolder } };
}

/** Starts the embedded tenants in a child process and resolves when they respond. Rejects with their output. */
export async function startTenant({
  args = [],
  env = {},
}: {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
} = {}): Promise<TenantProcess> {
  const program = startedProgram();
  const child = spawn(nodeBinary, [program.entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...program.env, ...env },
  });
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const line = await firstLine(child, errors);
  const ready = JSON.parse(line) as { tenants: readonly [TenantAddress, ...TenantAddress[]] };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    tenants: ready.tenants,
    process: child,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
  };
}

function firstLine(child: ReturnType<typeof spawn>, errors: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
    });
    child.once('exit', (code) => reject(new Error(`The tenant ended with ${code}: ${errors.join('')}`)));
    child.once('error', reject);
  });
}

export interface Envelope {
  readonly success: boolean;
  readonly Result: unknown;
  readonly Message: string | null;
  readonly MessageID: string | null;
  readonly Exception: unknown;
  readonly ErrorID: string | null;
  readonly ErrorCode: unknown;
  readonly InnerExceptions: unknown;
}

/** Calls a management endpoint as a plain HTTP client. */
export async function callManagement(
  tenant: TenantAddress,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly envelope: Envelope }> {
  const response = await fetch(`${tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.accessToken ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    envelope: (await response.json()) as Envelope,
  };
}
