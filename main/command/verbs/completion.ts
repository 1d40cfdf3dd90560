import { Argument } from '@commander-js/extra-typings';
import { RootCommand } from '@bomb.sh/tab';
import { completeLine } from '../completion/complete-line.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** The script that a shell loads. It asks `tdesk complete` for everything that it completes. */
export const defineCompletion: DefineVerb = (command, run) => {
  command
    .addArgument(new Argument('<shell>', 'the shell that loads it').choices(shells))
    .description('print the script that completes commands, options and the names of tenants in a shell')
    // The library prints to stdout.
    .action(run(async (_context, shell) => new RootCommand().setup('tdesk', 'tdesk', shell)));
  addExamples(command, [
    [
      'completion bash > ~/.local/share/bash-completion/completions/tdesk',
      'bash, with the package bash-completion:',
    ],
    ['completion zsh > "${fpath[1]}/_tdesk"', 'zsh:'],
    ['completion fish > ~/.config/fish/completions/tdesk.fish', 'fish:'],
    ['completion powershell >> $PROFILE', 'PowerShell:'],
  ]);
};

/** What the scripts call: `tdesk complete -- WORDS`, where the last one is completed. */
export const defineComplete: DefineVerb = (command, run) => {
  command
    .argument('[typed...]', 'the arguments after tdesk')
    .description('complete a command line; called by the script of tdesk completion')
    .action(run(async ({ folder }, typed) => completeLine(command.parent, typed, folder)));
};
