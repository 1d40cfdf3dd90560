import { enableCompileCache } from 'node:module';
import { jsonLines } from './json-lines.ts';

/** Reads cases as JSON lines from standard input and prints a result line for each. */

// Without it every start would strip the types of all modules anew, which takes longer than anything else here.
enableCompileCache();
const { runCase } = await import('./case-runner.ts');

process.stdin.setEncoding('utf8');
for await (const line of jsonLines(process.stdin)) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(runCase(line))}\n`);
}
