import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { ResultOutput } from './print-result.ts';
import { resultOutputs } from './print-result.ts';
import { maxLimit } from './run-stored.ts';

const outputs = Object.keys(resultOutputs) as ResultOutput[];

export const outputOption = () =>
  new Option(
    '-o, --output <format>',
    'format of the rows (default: a table on a terminal, else JSON)',
  ).choices(outputs);

export const outOption = () => new Option('--out <file>', 'file to write; its extension is the format');

export const limitOption = () =>
  new Option('--limit <n>', `rows to read, at most ${maxLimit} (default: all)`).argParser((text) => {
    const limit = /^\d+$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= maxLimit) return limit;
    throw new InvalidArgumentError(`Enter a number from 1 to ${maxLimit}.`);
  });
