import { createInterface } from 'node:readline';
import { runCase } from './case-runner.ts';

/** Reads cases as JSON lines from standard input and prints a result line for each. */
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
for await (const line of lines) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(runCase(line))}\n`);
}
