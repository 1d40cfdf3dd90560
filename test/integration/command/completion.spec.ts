import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';
import { nodeBinary } from '../tenant-process.ts';

const folder = makeTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const env = { TDESK_STATE: folder, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };

beforeAll(async () => {
  for (const name of ['Staging', 'Acme Production']) {
    const add = ['tenants', 'add', name, '--url', 'https://acme.example', '--client-id', 'desk'];
    await tdeskJson(add, { env });
  }
});

async function complete(...args: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await runTdesk(['complete', '--', ...args], { env });
  expect(code).toBe(0);
  // The last line is the directive for the shell.
  return stdout
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('completion', () => {
  it('completes verbs and subcommands, but not what only shells call', async () => {
    expect(await complete('')).toEqual(
      expect.arrayContaining(['tenants', 'apps', 'webhooks', 'login', 'doctor']),
    );
    expect(await complete('comp')).toEqual(['completion']);
    expect(await complete('tenants', '')).toEqual(['list', 'add', 'remove', 'test']);
  });

  it('completes options, global ones too, and their choices', async () => {
    expect(await complete('tenants', 'add', '--env')).toEqual(['--environment']);
    expect(await complete('apps', 'list', '--nd')).toEqual(['--ndjson']);
    expect(await complete('tenants', 'add', '--environment', 'p')).toEqual(['production']);
  });

  it('completes tenants by name, as options and as arguments', async () => {
    expect(await complete('apps', 'list', '--tenant', 'S')).toEqual(['Staging']);
    expect(await complete('apps', 'list', '-t', '')).toEqual(['Staging', 'Acme-Production']);
    expect(await complete('tenants', 'remove', '')).toEqual(['Staging', 'Acme-Production']);
  });

  it('completes paths for path arguments', async () => {
    mkdirSync(join(folder, 'acme'));
    writeFileSync(join(folder, 'acme.tdchanges'), '');
    const found = await complete('doctor', '--out', join(folder, 'ac'));
    expect(found.toSorted()).toEqual([join(folder, 'acme.tdchanges'), `${join(folder, 'acme')}/`]);
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s that calls it', async (shell) => {
    const { code, stdout } = await runTdesk(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain('tdesk complete');
  });

  it.skipIf(spawnSync('bash', ['--version']).status !== 0)('works in bash', async () => {
    const { stdout: script } = await runTdesk(['completion', 'bash']);
    const entry = fileURLToPath(new URL('../../../tools/tdesk.js', import.meta.url));
    // What the package bash-completion and a line that is being edited provide.
    const session = `${script}
      _get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=St; prev=remove; }
      compopt() { :; }
      tdesk() { ${nodeBinary} ${entry} "$@"; }
      COMP_WORDS=(tdesk tenants remove St); COMP_CWORD=3
      COMP_LINE="tdesk tenants remove St"; COMP_POINT=23
      __tdesk_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ran = spawnSync('bash', ['--norc', '-c', session], {
      encoding: 'utf8',
      env: { ...env, PATH: process.env['PATH'] ?? '', HOME: folder },
    });
    expect(ran.stderr).toBe('');
    expect(ran.stdout.trim()).toMatch(/^Staging/);
  });
});
