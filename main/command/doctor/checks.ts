import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { databaseFileName } from '../../platform/storage/database-file.ts';
import { findDamage } from '../../platform/storage/find-damage.ts';
import type { Context } from '../context.ts';
import { proxyInUse } from '../proxy-in-use.ts';
import { readTenants } from '../state/read-tenants.ts';
import { version } from '../version.ts';
import { counted, formatBytes } from '../../../languages/text/intl.ts';

export interface Check {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Below this, results and exports soon run out of space. */
const littleSpace = 500 * 1024 * 1024;

/** Everything that commands depend on, from the outside in. Each check answers, whatever it meets. */
export async function runChecks(context: Context): Promise<readonly Check[]> {
  const { folder } = context;
  return [
    { check: 'tdesk', status: 'ok', detail: version },
    checkNode(),
    await check('disk', () => checkDisk(folder)),
    await check('profile', async () => checkProfile(folder)),
    await check('services', () => checkServices(context)),
    await check('keychain', () => checkKeychain(context)),
    await check('policy', () => checkPolicy(context)),
    await check('proxy', () => checkProxy(context)),
    await check('certificates', () => checkCertificates(context)),
  ];
}

type Finding = string | { readonly warning: string };

async function check(name: string, work: () => Promise<Finding>): Promise<Check> {
  try {
    const found = await work();
    return typeof found === 'string'
      ? { check: name, status: 'ok', detail: found }
      : { check: name, status: 'warning', detail: found.warning };
  } catch (error) {
    const detail =
      error instanceof DeskFailure
        ? `${error.message} (${error.code})`
        : `Something failed: ${String(error)}`;
    return { check: name, status: 'failed', detail };
  }
}

function checkNode(): Check {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const detail = `Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  return major >= 24
    ? { check: 'Node', status: 'ok', detail }
    : { check: 'Node', status: 'failed', detail: `${detail}: Node 24 or newer is needed` };
}

async function checkDisk(folder: string): Promise<Finding> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  const free = `${formatBytes(bavail * bsize, 'up')} free`;
  return bavail * bsize < littleSpace ? { warning: `Only ${free}. Free some space.` } : free;
}

async function checkProfile(folder: string): Promise<Finding> {
  const file = join(folder, databaseFileName);
  if (!existsSync(file)) return { warning: `${folder} has no profile yet. tdesk tenants add makes one.` };
  const damage = findDamage(file);
  if (damage !== undefined)
    return { warning: `${file} is damaged (${damage}). The next start saves what it can.` };
  return `${folder}, ${counted(readTenants(folder).length, 'tenant')}`;
}

async function checkServices({ desk }: Context): Promise<Finding> {
  const { call } = await desk();
  const { host } = await call('app.info', undefined);
  const open = await call('changes.open', undefined);
  if (open.length > 0)
    return { warning: `${counted(open.length, 'run is', 'runs are')} open: resume or roll back.` };
  return host === 'command' ? 'run in this process' : 'run in the open window';
}

async function checkKeychain({ desk }: Context): Promise<Finding> {
  const { keychain } = await (await desk()).call('app.info', undefined);
  return keychain.available
    ? keychain.name
    : { warning: keychain.reason ?? `${keychain.name} cannot be used.` };
}

/** A policy that can't be used forbids nearly everything. */
async function checkPolicy(context: Context): Promise<Finding> {
  const { source, problem, keys } = await (await context.desk()).call('policy.get', undefined);
  if (problem !== null) return { warning: problem };
  return source === null ? 'none' : `${source}: ${keys.map(({ key }) => key).join(', ')}`;
}

async function checkProxy(context: Context): Promise<Finding> {
  const { proxy, problem } = await proxyInUse(context, new URL('https://tenant.example'));
  return problem === undefined ? (proxy ?? 'none') : { warning: problem };
}

async function checkCertificates({ desk }: Context): Promise<Finding> {
  const { extraCertificates } = await (await desk()).call('settings.get', undefined);
  const extra = extraCertificates.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
  const system = getCACertificates('system').length;
  return `${counted(system, 'certificate')} of the system, ${extra} of the settings`;
}
