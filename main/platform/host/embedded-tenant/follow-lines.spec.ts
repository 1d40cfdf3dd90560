import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { followLines } from './follow-lines.ts';

it('emits complete lines regardless of chunking, and an unterminated last line', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  followLines(stream, (line) => lines.push(line));
  const bytes = Buffer.from('größer\r\n\n\nzwei\ndrei');
  for (const byte of bytes) stream.write(Buffer.from([byte]));
  stream.end();
  await expect.poll(() => lines).toEqual(['größer', 'zwei', 'drei']);
});

it('truncates an endless line to 2,000 characters', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  followLines(stream, (line) => lines.push(line));
  for (let count = 0; count < 100; count++) stream.write('x'.repeat(10_000));
  stream.end('\nafter');
  await expect.poll(() => lines).toEqual(['x'.repeat(2000), 'after']);
});
