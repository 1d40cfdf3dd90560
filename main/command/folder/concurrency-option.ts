import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { usualConcurrency } from './read-tenant.ts';

const max = 32;

/** Maximum number of read requests at once. */
export const concurrencyOption = () =>
  new Option('--concurrency <n>', `requests at once, 1 to ${max}`)
    .default(usualConcurrency)
    .argParser((text) => {
      const number = /^\d+$/.test(text) ? Number(text) : 0;
      if (number >= 1 && number <= max) return number;
      throw new InvalidArgumentError(`Enter a number from 1 to ${max}.`);
    });
