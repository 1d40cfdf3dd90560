import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

const maxCharacters = 2000;

/**
 * Calls `onLine` with every line that is not empty, as it comes; of a line longer than 2,000 characters the rest is left
 * out, so that a process which never ends its line takes no memory here.
 */
export function followLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let line = '';
  const take = (text: string): void => {
    line = (line + text).slice(0, maxCharacters);
  };
  const tell = (): void => {
    if (line.trim() !== '') onLine(line.trimEnd());
    line = '';
  };
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...more] = decoder.write(chunk).split('\n');
    take(first);
    for (const text of more) {
      tell();
      take(text);
    }
  });
  stream.on('end', tell);
  stream.on('error', tell);
}
