import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineMan: DefineVerb = (command, run) => {
  command.description('print the manual page of all commands in the format of man').action(
    run(async ({ output }) => {
      const { manPage } = await import('../man/man-page.ts');
      if (command.parent !== null) await output.write(manPage(command.parent));
    }),
  );
  addExamples(command, [
    ['man | man -l -', 'Read it:'],
    ['man > ~/.local/share/man/man1/tdesk.1', 'Install it:'],
  ]);
};
