import { rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import { spawnTenant } from '../../platform/host/embedded-tenant/tenant-process.ts';
import { findTenantEntry } from '../beside-bundle.ts';
import type { Context } from '../context.ts';

export interface SandboxOptions {
  readonly tenants: string;
  readonly port?: string | undefined;
  readonly data?: string | undefined;
  readonly apps?: string | undefined;
  readonly events?: string | undefined;
  /** File that gets the environment of the first tenant, with a token. */
  readonly saveEnv?: string | undefined;
}

const readySchema = z.looseObject({
  ready: z.literal(true),
  tenants: z
    .array(
      z.looseObject({
        ...{ name: z.string(), baseUrl: z.string(), analyticsUrl: z.string(), issuer: z.string() },
        ...{ clientId: z.string(), username: z.string(), accessToken: z.string().optional() },
      }),
    )
    .min(1),
});

type Ready = z.output<typeof readySchema>;

/** Runs the embedded tenants until Ctrl+C. Their URLs go to stdout; passwords and tokens don't. */
export async function startSandbox({ output, signal }: Context, options: SandboxOptions): Promise<void> {
  const { tenants, port, data, apps, events, saveEnv: envFile } = options;
  const named = { tenants, port, data, apps, events };
  const args = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  let lastError = '';
  const child = spawnTenant(
    findTenantEntry(),
    [...args, ...(envFile === undefined ? [] : ['--admin-token'])],
    (line) => {
      lastError = line;
      output.detail(line);
    },
  );
  const stop = (): void => child.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    let isReady = false;
    for await (const line of child.lines) {
      const ready = isReady ? undefined : readyIn(line);
      if (ready === undefined) continue;
      isReady = true;
      if (envFile !== undefined) await writeEnvironment(envFile, ready);
      await printReady(output, ready, envFile);
    }
    const how = await child.ended;
    if (signal.aborted) return;
    throw failure('internal', `The embedded tenant ended (${how}). ${lastError}`.trim(), {
      retryable: false,
    });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    if (envFile !== undefined) await rm(envFile, { force: true });
  }
}

function readyIn(line: string): Ready | undefined {
  try {
    return readySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Only its owner can read it; removed at the end. */
async function writeEnvironment(path: string, { tenants: [first] }: Ready): Promise<void> {
  if (first === undefined) return;
  const lines = [
    `TDESK_TENANT_URL=${first.baseUrl}`,
    `TDESK_ANALYTICS_URL=${first.analyticsUrl}`,
    `TDESK_TOKEN=${first.accessToken ?? ''}`,
    'TDESK_ENVIRONMENT=sandbox',
    '',
  ];
  await rm(path, { force: true });
  await writeFile(path, lines.join('\n'), { mode: 0o600, flag: 'wx' });
}

async function printReady(
  output: Context['output'],
  { tenants }: Ready,
  envFile: string | undefined,
): Promise<void> {
  const shown = tenants.map(({ name, baseUrl, analyticsUrl, issuer, clientId, username }) => {
    return { name, url: baseUrl, analyticsUrl, issuer, clientId, username };
  });
  await output.print({
    verb: 'sandbox-start',
    data: { tenants: shown, ...(envFile === undefined ? {} : { envFile }) },
    text: () => shown.map(({ name, url }) => `${name}  ${url}`).join('\n'),
  });
  if (envFile !== undefined)
    output.note(`Environment: ${envFile} (readable for you only, removed at the end)`);
  output.note('Running. Press Ctrl+C to stop.');
}
