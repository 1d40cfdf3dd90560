import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { KeychainStatus } from '../../../contract/app/desk-info.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { SecretName, SecretVault } from '../../platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../../platform/secrets/secret-vault.ts';

/**
 * The vault of a run without a keychain. What an undo or a resumed run needs of webhooks and applications outlasts it in a file that only
 * the credential of the run opens: anyone who has that gets these values from the tenant, too. Everything else is in memory.
 */
export interface SealedVault extends SecretVault {
  /** From then on values outlast the run. */
  unlock(credential: string): void;
}

const cipher = 'aes-256-gcm';
const sizes = { salt: 16, key: 32, id: 12, iv: 12, tag: 16 };
/** A client secret may be a password that a person chose: guessing is made slow. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
/** Files of other credentials, such as tokens that expired. */
const maxOthers = 20;

const derive = promisify<string, Uint8Array, number, typeof cost, Buffer>(scrypt);
const contentSchema = z.record(z.string(), z.string());
type Content = Map<string, string>;

interface Opened {
  readonly path: string;
  readonly key: Buffer;
  readonly content: Content;
}

const outlasts = ({ kind }: SecretName): boolean =>
  kind === 'header-values' || kind === 'application-secrets';
const keyOf = ({ tenantId, kind }: SecretName): string => `${tenantId}/${kind}`;

/** `folder` is created when something is stored. */
export function createSealedVault(folder: string, status: KeychainStatus): SealedVault {
  const memory = createMemoryVault(status);
  let credential: string | undefined;
  let opening: Promise<Opened> | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** Opened when it is first needed: most commands need no such value. */
  async function opened(): Promise<Opened | undefined> {
    if (credential === undefined) return undefined;
    return await (opening ??= open(folder, credential));
  }

  async function change(work: (content: Content) => void): Promise<boolean> {
    const sealed = await opened();
    if (sealed === undefined) return false;
    const done = lastWrite.then(async () => {
      work(sealed.content);
      await write(folder, sealed);
    });
    lastWrite = done.catch(() => undefined);
    await done;
    return true;
  }

  return {
    status: memory.status,
    unlock(given) {
      credential = given;
    },
    async get(name) {
      const found = outlasts(name) ? (await opened())?.content.get(keyOf(name)) : undefined;
      return found ?? (await memory.get(name));
    },
    async set(name, secret) {
      const isStored = outlasts(name) && (await change((content) => content.set(keyOf(name), secret)));
      if (!isStored) await memory.set(name, secret);
    },
    async delete(name) {
      if (outlasts(name)) await change((content) => content.delete(keyOf(name)));
      await memory.delete(name);
    },
  };
}

async function open(folder: string, credential: string): Promise<Opened> {
  const salt = await saltOf(folder);
  const derived = await derive(credential, salt, sizes.key + sizes.id, cost);
  const path = join(folder, derived.subarray(sizes.key).toString('hex'));
  const key = derived.subarray(0, sizes.key);
  const sealed = await readFile(path).catch(() => undefined);
  return { path, key, content: sealed === undefined ? new Map<string, string>() : unsealed(sealed, key) };
}

async function saltOf(folder: string): Promise<Uint8Array> {
  const path = join(folder, 'salt');
  const present = await readFile(path).catch(() => undefined);
  if (present?.length === sizes.salt) return present;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const salt = randomBytes(sizes.salt);
  await replaceFile(path, (sink) => sink(salt));
  return salt;
}

/** Empty for a file that is damaged: its values are typed again. */
function unsealed(sealed: Buffer, key: Uint8Array): Content {
  try {
    const [iv, tag] = [sealed.subarray(0, sizes.iv), sealed.subarray(sizes.iv, sizes.iv + sizes.tag)];
    const opening = createDecipheriv(cipher, key, iv).setAuthTag(tag);
    const text = Buffer.concat([opening.update(sealed.subarray(sizes.iv + sizes.tag)), opening.final()]);
    return new Map(Object.entries(contentSchema.parse(JSON.parse(text.toString('utf8')))));
  } catch {
    return new Map();
  }
}

async function write(folder: string, { path, key, content }: Opened): Promise<void> {
  const iv = randomBytes(sizes.iv);
  const sealing = createCipheriv(cipher, key, iv);
  const text = Buffer.from(JSON.stringify(Object.fromEntries(content)));
  const sealed = Buffer.concat([sealing.update(text), sealing.final()]);
  const isNew = !(await stat(path).then(
    () => true,
    () => false,
  ));
  await replaceFile(path, (sink) => sink(Buffer.concat([iv, sealing.getAuthTag(), sealed])));
  if (isNew) await removeOldest(folder, path);
}

async function removeOldest(folder: string, own: string): Promise<void> {
  const others = (await readdir(folder))
    .filter((name) => /^[0-9a-f]+$/.test(name))
    .map((name) => join(folder, name));
  const dated = await Promise.all(
    others.filter((path) => path !== own).map(async (path) => ({ path, at: (await stat(path)).mtimeMs })),
  );
  const old = dated.toSorted((one, other) => other.at - one.at).slice(maxOthers);
  for (const { path } of old) await rm(path, { force: true });
}
