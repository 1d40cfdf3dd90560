import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closeToOthers } from '../store/owner-only.ts';
import type { InstallationKeys } from '../context/tenant-context.ts';

/** What the tenants of one data folder share: their ports, their password, the key that signs their export files. */
interface Installation {
  readonly folder: string;
  readonly keys: InstallationKeys;
  /** Password of all users of its tenants: 192 random bits, base64url, created at the first start. */
  readonly password: string;
  /** The port that a tenant used last; undefined for a new one. */
  previousPort(tenantId: string): number | undefined;
  storePorts(ports: Readonly<Record<string, number>>): void;
  /** Removes a temporary folder. */
  dispose(): void;
}

interface InstallationFile {
  readonly version: 1;
  readonly exportKey: string;
  /**
   * In plain text: anyone who can read this file can also read the keys beside it, which sign every session.
   * A hash would protect nothing, and service users configured with the password would need a new one at each
   * start.
   */
  readonly password: string;
  readonly ports: Record<string, number>;
}

/** Files written before each installation had its own password. */
type StoredInstallation = Omit<InstallationFile, 'password'> & Partial<Pick<InstallationFile, 'password'>>;

const FILE_NAME = 'installation.json';

/**
 * Opens the data folder, or creates a temporary one. Throws an Error naming the file if its content is
 * unknown.
 */
export function openInstallation(dataFolder: string | undefined): Installation {
  const folder = dataFolder === undefined ? mkdtempSync(join(tmpdir(), 'tenant-')) : resolve(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE_NAME);
  let content: InstallationFile = {
    password: newPassword(),
    ...(read(path) ?? { version: 1, exportKey: newExportKey(), ports: {} }),
  };
  const write = (): void => {
    // Replaced atomically, so that a kill in the middle leaves the old file.
    writeFileSync(`${path}.new`, JSON.stringify(content, null, 2), { mode: 0o600 });
    closeToOthers(`${path}.new`);
    renameSync(`${path}.new`, path);
  };
  write();
  return {
    folder,
    keys: installationKeys(content.exportKey),
    password: content.password,
    previousPort: (tenantId) => content.ports[tenantId],
    storePorts(ports) {
      content = { ...content, ports: { ...content.ports, ...ports } };
      write();
    },
    dispose() {
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function read(path: string): StoredInstallation | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const value: unknown = parse(text);
  if (!isInstallation(value))
    throw new Error(`${path} is from another version. Choose another folder with --data.`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isInstallation(value: unknown): value is StoredInstallation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'exportKey' in value &&
    typeof value.exportKey === 'string' &&
    (!('password' in value) || (typeof value.password === 'string' && value.password !== '')) &&
    'ports' in value &&
    typeof value.ports === 'object' &&
    value.ports !== null
  );
}

function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function newExportKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function installationKeys(pem: string): InstallationKeys {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const keyId = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex').slice(0, 16);
  return {
    keyId,
    sign: (data) => sign(null, data, privateKey),
    verify: (id, data, signature) => id === keyId && verify(null, data, publicKey, signature),
  };
}
