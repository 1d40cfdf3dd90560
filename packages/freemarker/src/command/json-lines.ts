/**
 * Splits a stream into its lines at line feeds only. `node:readline` also breaks at U+2028 and U+2029, which JSON
 * allows inside strings.
 */
export async function* jsonLines(stream: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
