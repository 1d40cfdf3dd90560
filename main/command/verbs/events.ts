import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `10m` gives milliseconds. */
function duration(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (units[unit] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new InvalidArgumentError('Enter a number with s, m, h or d, such as 10m.');
}

function count(text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError('Enter a number from 1.');
}

export const defineEvents: DefineVerb = (command, run) => {
  const tail = command
    .command('tail')
    .addOption(
      new Option('--since <duration>', 'also print events of the last 10m, 2h, 1d …')
        .default(0, 'none')
        .argParser(duration),
    )
    .addOption(new Option('--type <pattern>', 'only this event type; * stands for any text'))
    .addOption(
      new Option('--interval <duration>', 'pause between two reads').default(2000, '2s').argParser(duration),
    )
    .addOption(new Option('--limit <n>', 'end after this many events').argParser(count))
    .addOption(new Option('--once', 'end after the first read'))
    .description('print events as the tenant records them, one line each')
    .action(
      run(async (context, options) => {
        const { tailEvents } = await import('../live/tail-events.ts');
        await tailEvents(context, await context.tenant(), options);
      }),
    );
  addExamples(tail, [
    ['events tail --tenant staging', 'Follow the events of a tenant:'],
    [
      'events tail --since 1h --type "Cloud.Core.Login*" --once | jq -r .user',
      'Who signed in in the last hour:',
    ],
  ]);
};
