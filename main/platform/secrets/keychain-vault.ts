import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeychainStatus } from '../../../contract/app/desk-info.ts';
import { isDeadline, withDeadline } from '../timing/waiting.ts';
import type { Keychain } from './keychain.ts';
import { keychainFailure } from './keychain-failure.ts';
import type { Ask } from './keychain-queue.ts';
import { createKeychainQueue } from './keychain-queue.ts';
import type { PartList } from './secret-parts.ts';
import {
  partAccount,
  readHead,
  readJournal,
  readPartAccount,
  splitSecret,
  writeHead,
  writeJournal,
} from './secret-parts.ts';
import type { SecretName, SecretVault } from './secret-vault.ts';

const service = 'Tenant Desk';

/** Retries of a read while another process replaces the secret, and the pause between them. */
const maxReads = 20;
const readPauseMs = 10;
/** Retries of a write if another process removed its parts as leftovers. */
const maxWrites = 3;
/** Timeout for listing all entries, to find leftovers of earlier versions. */
const maxListingMs = 2000;

export interface KeychainVaultOptions {
  readonly keychain: Keychain;
  readonly status: KeychainStatus;
  /** Separates the secrets of several installations. */
  readonly profileFolder: string;
  /** Milliseconds after which an unresponsive keychain counts as unavailable. */
  readonly deadlineMs: number;
  /** False if the system may prompt the user for each listed entry. */
  readonly listsFreely: boolean;
}

/**
 * Stores secrets in the keychain under `<profile>/<tenant>/<kind>`. A long secret is stored in parts with a version in their names;
 * the entry itself (the head) contains the current version and is written after the parts, so that a reader always gets either the
 * old secret or the new one. `…/journal` lists the versions that a write adds or removes: the next write cleans up after a crash or
 * an error. Earlier versions of Tenant Desk had no journal: their leftovers are found by listing all entries, where that is allowed.
 */
export function createKeychainVault(options: KeychainVaultOptions): SecretVault {
  const { keychain, deadlineMs } = options;
  const queue = createKeychainQueue(keychain, deadlineMs);
  const profile = createHash('sha256').update(options.profileFolder).digest('hex').slice(0, 16);
  const accountOf = ({ tenantId, kind }: SecretName): string => `${profile}/${tenantId}/${kind}`;

  const earlierParts = createEarlierParts(options);

  async function orFailure<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw keychainFailure(error, options.status.name);
    }
  }

  return {
    status: async () => options.status,
    get: (name) => orFailure(readSecret(keychain, accountOf(name), deadlineMs)),
    set: (name, secret) => {
      const account = accountOf(name);
      return orFailure(
        queue.take(account, async (ask) => {
          await earlierParts.remove({ keychain, account, ask });
          await writeSecret({ keychain, account, ask }, secret);
        }),
      );
    },
    delete: (name) => {
      const account = accountOf(name);
      return orFailure(
        queue.take(account, async (ask) => {
          await earlierParts.remove({ keychain, account, ask });
          await deleteSecret({ keychain, account, ask });
        }),
      );
    },
  };
}

interface EntryCall {
  readonly keychain: Keychain;
  readonly account: string;
  readonly ask: Ask;
}

/** Cleans up parts of replaced secrets left by earlier versions of Tenant Desk. */
interface EarlierParts {
  /** Removes those of one entry, once. Parts that can't be removed stay until the next start; never rejects. */
  remove(call: EntryCall): Promise<void>;
}

function createEarlierParts({ keychain, deadlineMs, listsFreely }: KeychainVaultOptions): EarlierParts {
  /** Listed once: later writes use the journal. */
  let listed: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  const removedFrom = new Set<string>();

  async function list(): Promise<ReadonlyMap<string, readonly string[]>> {
    const names = (await keychain.findCredentials(service)).map(({ account }) => account);
    const parts = names.filter((name) => readPartAccount(name) !== undefined);
    return Map.groupBy(parts, (name) => readPartAccount(name)?.account ?? '');
  }

  async function removeFrom({ account, ask }: EntryCall): Promise<void> {
    listed ??= list();
    // Not with `ask`: the queue would wait for it, and a late list has no side effects.
    const parts = (await withDeadline(listed, Math.min(deadlineMs, maxListingMs))).get(account) ?? [];
    if (parts.length === 0) return;
    const head = await ask(keychain.getPassword(service, account));
    const current = head === null ? undefined : readHead(head);
    for (const part of parts) {
      if (readPartAccount(part)?.version !== current?.version)
        await ask(keychain.deletePassword(service, part));
    }
  }

  return {
    async remove(call) {
      if (!listsFreely || removedFrom.has(call.account)) return;
      removedFrom.add(call.account);
      await removeFrom(call).catch(() => undefined);
    },
  };
}

/** Undefined if there is no secret, or a part of it was removed manually. */
async function readSecret(
  keychain: Keychain,
  account: string,
  deadlineMs: number,
): Promise<string | undefined> {
  const ask: Ask = (question) => withDeadline(question, deadlineMs);
  for (let reads = 1; ; reads += 1) {
    const head = await ask(keychain.getPassword(service, account));
    if (head === null) return undefined;
    const list = readHead(head);
    if (list === undefined) return head.slice(1);
    const text = await readParts({ keychain, account, ask }, list);
    if (text !== undefined || reads === maxReads) return text;
    // A part is missing because a write has just replaced this version: the head now has another one.
    await delay(readPauseMs);
  }
}

async function readParts({ keychain, account, ask }: EntryCall, list: PartList): Promise<string | undefined> {
  const texts: string[] = [];
  for (let index = 0; index < list.count; index += 1) {
    const text = await ask(keychain.getPassword(service, partAccount(account, list.version, index)));
    if (text === null) return undefined;
    texts.push(text);
  }
  return texts.join('');
}

async function writeSecret(call: EntryCall, secret: string): Promise<void> {
  const { keychain, account, ask } = call;
  await removeRemains(call);
  const parts = splitSecret(secret);
  const head = await ask(keychain.getPassword(service, account));
  let replaced = head === null ? undefined : readHead(head);
  for (let writes = 1; ; writes += 1) {
    const list = parts.length === 1 ? undefined : { version: newVersion(), count: parts.length };
    const journal = [replaced, list].filter((each) => each !== undefined);
    try {
      if (journal.length > 0)
        await ask(keychain.setPassword(service, journalOf(account), writeJournal(journal)));
      if (list !== undefined) await writeParts(call, list.version, parts);
      await ask(keychain.setPassword(service, account, list === undefined ? `=${secret}` : writeHead(list)));
    } catch (error) {
      // A pending operation may still take effect: only the next write knows the current version.
      if (!isDeadline(error)) await removeRemains(call).catch(() => undefined);
      throw error;
    }
    const isWhole = list === undefined || (await isVerified(call, list, secret));
    // Leftovers that can't be removed now are in the journal; the secret is stored anyway.
    if (journal.length > 0) await removeRemains(call).catch(() => undefined);
    if (isWhole || writes === maxWrites) return;
    replaced = list;
  }
}

async function writeParts(
  { keychain, account, ask }: EntryCall,
  version: string,
  parts: readonly string[],
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    await ask(keychain.setPassword(service, partAccount(account, version, index), part));
  }
}

/** False only if the parts are certainly missing because another process removed them as leftovers. */
async function isVerified(call: EntryCall, list: PartList, secret: string): Promise<boolean> {
  try {
    const head = await call.ask(call.keychain.getPassword(service, call.account));
    return head !== writeHead(list) || (await readParts(call, list)) === secret;
  } catch {
    return true;
  }
}

async function deleteSecret(call: EntryCall): Promise<void> {
  const { keychain, account, ask } = call;
  await removeRemains(call);
  const head = await ask(keychain.getPassword(service, account));
  if (head === null) return;
  const list = readHead(head);
  if (list !== undefined) {
    // A full keychain can't store a journal, and deleting frees space.
    await ask(keychain.setPassword(service, journalOf(account), writeJournal([list]))).catch(() => undefined);
  }
  await ask(keychain.deletePassword(service, account));
  if (list === undefined) return;
  await removeParts(call, list);
  await ask(keychain.deletePassword(service, journalOf(account)));
}

/** Removes all versions in the journal except the current one. */
async function removeRemains(call: EntryCall): Promise<void> {
  const { keychain, account, ask } = call;
  const journal = await ask(keychain.getPassword(service, journalOf(account)));
  if (journal === null) return;
  const head = await ask(keychain.getPassword(service, account));
  const current = head === null ? undefined : readHead(head);
  for (const list of readJournal(journal)) {
    if (list.version !== current?.version) await removeParts(call, list);
  }
  await ask(keychain.deletePassword(service, journalOf(account)));
}

async function removeParts({ keychain, account, ask }: EntryCall, list: PartList): Promise<void> {
  for (let index = 0; index < list.count; index += 1) {
    await ask(keychain.deletePassword(service, partAccount(account, list.version, index)));
  }
}

function newVersion(): string {
  return randomUUID().slice(0, 8);
}

function journalOf(account: string): string {
  return `${account}/journal`;
}
