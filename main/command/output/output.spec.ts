import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { failure } from '../../platform/errors/failure.ts';
import type { Output, OutputFormat } from './output.ts';
import { createOutput } from './output.ts';
import { reportFailure } from './report-failure.ts';

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

async function printing(
  work: (output: Output) => Promise<void> | void,
  { format = 'json', isQuiet = false }: { readonly format?: OutputFormat; readonly isQuiet?: boolean } = {},
): Promise<Printed> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = createOutput({
    ...{ stdout, stderr, format, isQuiet },
    isChosen: format !== 'text',
    isVerbose: false,
  });
  const [out, err] = [text(stdout), text(stderr)];
  await work(output);
  stdout.end();
  stderr.end();
  return { stdout: await out, stderr: await err };
}

const list = (output: Output): Promise<void> =>
  output.list({
    verb: 'entries-list',
    version: 2,
    key: 'entries',
    about: { tenant: 'Acme' },
    rows: [{ name: 'a' }, { name: 'b' }],
    columns: [{ title: 'Name', value: ({ name }) => name }],
    empty: 'None.',
  });

describe('output', () => {
  it('is one document, lines, or a table, each on stdout alone', async () => {
    expect(JSON.parse((await printing(list)).stdout)).toEqual({
      schema: 'tdesk/entries-list/v2',
      tenant: 'Acme',
      entries: [{ name: 'a' }, { name: 'b' }],
    });
    expect(await printing(list, { format: 'ndjson' })).toEqual({
      stdout:
        '{"schema":"tdesk/entries-list/v2","name":"a"}\n{"schema":"tdesk/entries-list/v2","name":"b"}\n',
      stderr: '',
    });
    expect(await printing(list, { format: 'text' })).toEqual({ stdout: 'NAME\na\nb\n', stderr: '' });
  });

  it('keeps the digits of numbers', async () => {
    const data = { big: { $number: '12345678901234567890' } };
    const { stdout } = await printing((output) => output.print({ verb: 'x', data, text: () => '' }));
    expect(stdout).toContain('12345678901234567890');
    expect(stdout).not.toContain('$number');
  });

  it('says on stderr what is no data, and less with --quiet', async () => {
    const say = (output: Output): void => {
      output.note('noted');
      output.detail('in detail');
      output.warn('warned');
    };
    expect(await printing(say)).toEqual({ stdout: '', stderr: 'noted\n▲ warned\n' });
    expect(await printing(say, { isQuiet: true })).toEqual({ stdout: '', stderr: '▲ warned\n' });
  });

  it('reports a failure with its code and what to do, and as JSON where JSON was asked for', async () => {
    const error = failure('session-expired', 'Your session has ended.');
    const fail = (output: Output): void => expect(reportFailure(error, output)).toBe(4);
    const asText = await printing(fail, { format: 'text' });
    expect(asText.stderr).toBe(
      'Error (session-expired): Your session has ended.\nRun tdesk login, or set TDESK_TOKEN, or TDESK_CLIENT_ID and TDESK_CLIENT_SECRET.\n',
    );
    expect(JSON.parse((await printing(fail)).stderr)).toMatchObject({
      schema: 'tdesk/error/v1',
      code: 'session-expired',
      exitCode: 4,
      next: expect.stringContaining('tdesk login'),
    });
  });
});
