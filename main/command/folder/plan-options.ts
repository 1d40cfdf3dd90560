import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export const deleteOption = () =>
  new Option('--delete <name>', 'delete this application or webhook; repeat for more')
    .default([] as readonly string[], 'none')
    .argParser(collect);

export const maxDeletesOption = () =>
  new Option('--max-deletes <n>', 'how many may be deleted').default(0).argParser((text) => {
    if (/^\d{1,6}$/.test(text)) return Number(text);
    throw new InvalidArgumentError('Enter a number.');
  });

export const acceptOption = () =>
  new Option('--accept <code>', 'accept a risk or a host of the plan by its code; repeat for more')
    .default([] as readonly string[], 'none')
    .argParser(collect);

export const confirmOption = () =>
  new Option('--confirm <name>', 'name of the tenant, if it is marked production');
