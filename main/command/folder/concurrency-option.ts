import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { usualConcurrency } from './read-tenant.ts';

const most = 32;

/** Requests for reading that are under way at once. */
export const concurrencyOption = () =>
  new Option('--concurrency <n>', `requests at once, 1 to ${most}`)
    .default(usualConcurrency)
    .argParser((text) => {
      const number = /^\d+$/.test(text) ? Number(text) : 0;
      if (number >= 1 && number <= most) return number;
      throw new InvalidArgumentError(`Enter a number from 1 to ${most}.`);
    });
