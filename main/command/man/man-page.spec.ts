import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runProgram } from '../program/program.ts';

async function printedPage(): Promise<string> {
  const stdout = new PassThrough();
  const page = text(stdout);
  const code = await runProgram({
    stdout,
    stderr: new PassThrough(),
    args: ['man'],
    env: {},
    secrets: { token: undefined, clientSecret: undefined, backupPassphrase: undefined },
    stdin: () => process.stdin,
    signal: new AbortController().signal,
  });
  stdout.end();
  expect(code).toBe(0);
  return await page;
}

it('has the choices and defaults of options as they are typed', async () => {
  const page = await printedPage();
  const defaults = [...page.matchAll(/\(default: (.*?)\)$/gm)].map(([, value]) => value);
  expect(defaults).toEqual(expect.arrayContaining(['none', '2s', 'a free one', '6']));
  expect(defaults).not.toContain('[]');
  expect(page).toContain('(choices: "csv"');
});
