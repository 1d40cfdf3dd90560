// cspell:ignore bplist DISABLEDELETE
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { strictestPolicy } from '../../../contract/policy/policy.ts';
import { readManagedPreferences } from './managed-preferences.ts';
import { readPolicyFile } from './policy-file.ts';
import { policyOf } from './read-policy.ts';
import { readRegistry, registryKey } from './registry.ts';

const ownerId = process.getuid?.() ?? 0;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'policy-'));
  file = join(folder, 'tenant-desk', 'policy.json');
  mkdirSync(dirname(file));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(content: unknown): void {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o644 });
}

const read = (options: { readonly ownerId?: number } = {}) =>
  policyOf(readPolicyFile({ file, ownerId, ...options }));

describe('a policy file', () => {
  it('is not there on a computer without a policy, and restricts nothing', () => {
    expect(read()).toEqual({ values: {} });
    rmSync(dirname(file), { recursive: true });
    expect(read()).toEqual({ values: {} });
  });

  it('is read with its source', () => {
    write({ maxSessionHours: 8, disableDelete: true });
    expect(read()).toEqual({ values: { maxSessionHours: 8, disableDelete: true }, source: file });
  });

  it.each([
    ['isn’t JSON', '{', "can't be read"],
    ['is empty', '', "can't be read"],
    ['has a misspelled key', { disableDeletes: true }, "doesn't know disableDeletes"],
    ['has a value of another type', { disableDelete: 'yes' }, 'disableDelete:'],
    ['has a certificate that isn’t one', { extraCertificates: 'text' }, 'No PEM certificate found'],
    ['has a password in the proxy', { proxyUrl: 'http://a:b@proxy.example' }, 'Remove the username'],
    ['is a list', [], 'is not valid'],
  ])('forbids everything if it %s, and says so', (_what, content, problem) => {
    write(content);
    const policy = read();
    expect(policy.values).toEqual(strictestPolicy);
    expect(policy.problem).toContain(problem);
    expect(policy.problem).toContain(file);
  });

  it.runIf(process.platform !== 'win32')('forbids everything if someone else could have written it', () => {
    write({});
    expect(read({ ownerId: ownerId + 1 }).problem).toContain('owned by root');
    chmodSync(file, 0o666);
    expect(read().problem).toContain(`Others than root can change ${file}`);
    chmodSync(file, 0o644);
    chmodSync(dirname(file), 0o777);
    expect(read().problem).toContain(`Others than root can replace ${file}`);
  });

  it.runIf(process.platform !== 'win32')('is obeyed behind a link only if its target is trusted', () => {
    const target = join(folder, 'elsewhere.json');
    writeFileSync(target, '{"disableDelete":true}');
    chmodSync(target, 0o666);
    symlinkSync(target, file);
    expect(read().problem).toContain('Others than root can change');
  });
});

describe('managed preferences of macOS', () => {
  it('are converted by the system, without the members that it adds', () => {
    write('bplist00');
    const calls: (readonly string[])[] = [];
    const found = readManagedPreferences({ file, ownerId }, (program, args) => {
      calls.push([program, ...args]);
      return JSON.stringify({ PayloadUUID: '1', disableDelete: true });
    });
    expect(policyOf(found).values).toEqual({ disableDelete: true });
    expect(calls).toEqual([['/usr/bin/plutil', '-convert', 'json', '-o', '-', '--', file]]);
  });

  it('forbid everything if the system can’t convert them', () => {
    write('bplist00');
    const found = readManagedPreferences({ file, ownerId }, () => {
      throw new Error('plutil failed');
    });
    expect(policyOf(found)).toMatchObject({ values: strictestPolicy, source: file });
  });

  it('are absent without a file', () => {
    const found = readManagedPreferences({ file, ownerId }, () => {
      throw new Error('must not run');
    });
    expect(policyOf(found)).toEqual({ values: {} });
  });
});

const parent = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies`;
const keysUnderParent = `\r\n${parent}\\Microsoft\r\n${registryKey}\r\n`;

function registryWith(lines: readonly string[]) {
  return policyOf(
    readRegistry({
      program: 'reg.exe',
      run: (_program, [, key]) =>
        key === parent ? keysUnderParent : `\r\n${registryKey}\r\n${lines.join('\r\n')}\r\n\r\n`,
    }),
  );
}

describe('the registry of Windows', () => {
  it('is read as Group Policy writes it', () => {
    const policy = registryWith([
      '    (Default)    REG_SZ    ',
      '    DISABLEDELETE    REG_DWORD    0x1',
      '    disableCommandApply    REG_DWORD    0x0',
      '    maxBulkChanges    REG_DWORD    0x32',
      '    proxyUrl    REG_SZ    http://proxy.acme.example:3128',
      String.raw`    allowedUrls    REG_MULTI_SZ    https://acme.example\0https://*.login.example`,
      String.raw`    preconfiguredTenants    REG_MULTI_SZ    [{"name":"Acme  Production",\0"baseUrl":"https://acme.example","clientId":"desk"}]`,
    ]);
    expect(policy).toEqual({
      source: registryKey,
      values: {
        disableDelete: true,
        disableCommandApply: false,
        maxBulkChanges: 50,
        proxyUrl: 'http://proxy.acme.example:3128',
        allowedUrls: ['https://acme.example', 'https://*.login.example'],
        preconfiguredTenants: [
          {
            name: 'Acme  Production',
            baseUrl: 'https://acme.example',
            clientId: 'desk',
            environment: 'production',
            color: 'slate',
          },
        ],
      },
    });
  });

  it('restricts nothing without the key, or without values', () => {
    const run = () => `\r\n${parent}\\Microsoft\r\n`;
    expect(policyOf(readRegistry({ program: 'reg.exe', run }))).toEqual({ values: {} });
    expect(registryWith([])).toEqual({ values: {} });
  });

  it('forbids everything if the key is there and can’t be read', () => {
    const run = (_program: string, [, key]: readonly string[]) => {
      if (key === parent) return keysUnderParent;
      throw new Error('Access is denied.');
    };
    const policy = policyOf(readRegistry({ program: 'reg.exe', run }));
    expect(policy.values).toEqual(strictestPolicy);
    expect(policy.problem).toContain('Access is denied.');
  });

  it.each([
    '    disableDelete    REG_DWORD    0x2',
    '    disableDelete    REG_SZ    true',
    '    proxyUrl    REG_BINARY    00FF',
    '    preconfiguredTenants    REG_SZ    [',
  ])('forbids everything because of the value %s', (line) => {
    expect(registryWith([line]).values).toEqual(strictestPolicy);
  });
});
