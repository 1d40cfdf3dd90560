import { expect, it } from 'vitest';
import { jsonLines } from './json-lines.ts';

async function* chunksOf(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks;
}

it('breaks at line feeds only, wherever the chunks end', async () => {
  const lines: string[] = [];
  const stream = chunksOf('{"a":"x\u2028', 'y"}\n{"b"', ':1}\r\n', '{"c":2}');
  for await (const line of jsonLines(stream)) lines.push(line);
  expect(lines).toEqual(['{"a":"x\u2028y"}', '{"b":1}\r', '{"c":2}']);
});
