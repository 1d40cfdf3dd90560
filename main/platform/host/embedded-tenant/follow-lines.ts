import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

const mostCharacters = 2000;

/**
 * Calls `onLine` with every line that is not empty, as it comes; of a line longer than 2,000 characters the rest is left
 * out, so that a process which never ends its line takes no memory here. Answers a function that listens once more, for a
 * stream whose owner has removed everybody who did.
 */
export function followLines(stream: Readable, onLine: (line: string) => void): () => void {
  const decoder = new StringDecoder('utf8');
  let line = '';
  const take = (text: string): void => {
    line = (line + text).slice(0, mostCharacters);
  };
  const tell = (): void => {
    if (line.trim() !== '') onLine(line.trimEnd());
    line = '';
  };
  const read = (chunk: Buffer): void => {
    const [first = '', ...more] = decoder.write(chunk).split('\n');
    take(first);
    for (const text of more) {
      tell();
      take(text);
    }
  };
  const listen = (): void => void stream.on('data', read).on('end', tell).on('error', tell);
  listen();
  return listen;
}
