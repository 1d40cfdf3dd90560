import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineDoctor: DefineVerb = (command, run) => {
  command
    .option('--out <file>', 'write a report for support, without names, hosts and secrets')
    .description('check versions, keychain, proxy, certificates, profile and disk')
    .action(
      run(async (context, { out }) => {
        const { examine } = await import('../doctor/examine.ts');
        return await examine(context, out);
      }),
    );
  addExamples(command, [
    ['doctor', 'See what is wrong with this installation:'],
    ['doctor --out report.json', 'Write a report for support:'],
  ]);
};
