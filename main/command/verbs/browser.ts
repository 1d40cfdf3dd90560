import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineBrowser: DefineVerb = (command, run) => {
  command
    .option('--port <n>', 'port on loopback (default: a free one)')
    .option(
      '--numeric-address',
      'use http://127.0.0.1 links, for browsers that can’t open .localhost (Safari)',
    )
    .option('--no-open', 'don’t open the system browser')
    .option('--script-folder <dir>', 'folder to sync scripts and webhooks with')
    .description('run Tenant Desk in the browser of this machine, until Ctrl+C')
    .action(
      run(async (context, options) => {
        const { startBrowser } = await import('../browser/start-browser.ts');
        await startBrowser(context, options);
      }),
    );
  addExamples(command, [
    ['browser', 'Open Tenant Desk in the browser, without its desktop program:'],
    ['browser --no-open', 'On a jump host: print the link, and open it yourself:'],
  ]);
};
