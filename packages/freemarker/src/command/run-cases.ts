import { runCase } from './case-runner.ts';
import { jsonLines } from './json-lines.ts';

/** Reads cases as JSON lines from standard input and prints a result line for each. */
process.stdin.setEncoding('utf8');
for await (const line of jsonLines(process.stdin)) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(runCase(line))}\n`);
}
