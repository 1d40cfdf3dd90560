import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

const maxCharacters = 2000;

/**
 * Calls `onLine` with every non-empty line. Truncates lines to 2,000 characters, so that a process that never ends its line doesn't
 * consume memory.
 */
export function followLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let line = '';
  const take = (text: string): void => {
    line = (line + text).slice(0, maxCharacters);
  };
  const emitLine = (): void => {
    if (line.trim() !== '') onLine(line.trimEnd());
    line = '';
  };
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...more] = decoder.write(chunk).split('\n');
    take(first);
    for (const text of more) {
      emitLine();
      take(text);
    }
  });
  stream.on('end', emitLine);
  stream.on('error', emitLine);
}
