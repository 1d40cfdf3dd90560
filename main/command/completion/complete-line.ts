import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { ArgumentHandler, Command, OptionHandler } from '@bomb.sh/tab';
import { RootCommand } from '@bomb.sh/tab';
import { tenantSlug } from '../state/choose-tenant.ts';
import { readTenants } from '../state/read-tenants.ts';
import { completePaths } from './complete-paths.ts';

/**
 * Prints what the last argument may become: commands, options, their choices, tenants and paths. Takes them from the commands
 * themselves, so that nothing has to be listed twice.
 */
export function completeLine(
  program: CommandUnknownOpts | null,
  typed: readonly string[],
  folder: string,
): void {
  if (program === null) return;
  const completions = new RootCommand();
  const last = typed.at(-1) ?? '';
  const handlerFor = (
    name: string,
    choices: readonly string[] | undefined,
  ): ArgumentHandler & OptionHandler =>
    function complete(add) {
      if (choices !== undefined) for (const choice of choices) add(choice, '');
      else if (name === 'tenant') addTenants(folder, add);
      else if (pathNames.has(name)) for (const path of completePaths(last)) add(path, '');
    };
  addCommand(completions, program, handlerFor);
  for (const command of commandsBelow(program)) {
    addCommand(completions.command(pathOf(command), command.description()), command, handlerFor, program);
  }
  completions.parse([...typed]);
}

type HandlerFor = (name: string, choices: readonly string[] | undefined) => ArgumentHandler & OptionHandler;

/** Arguments and values of options with these names are paths. */
const pathNames = new Set(['dir', 'file', 'path', 'state', 'out']);

function addTenants(folder: string, add: (value: string, description: string) => void): void {
  for (const { name, environment, baseUrl } of readTenants(folder)) {
    add(tenantSlug(name), `${environment}, ${baseUrl}`);
  }
}

function addCommand(
  completion: Command,
  command: CommandUnknownOpts,
  handlerFor: HandlerFor,
  program?: CommandUnknownOpts,
): void {
  const options = [...command.options, ...(program?.options ?? [])];
  for (const option of options) {
    const name = option.long?.replace(/^--/, '') ?? option.name();
    const short = option.short?.replace(/^-/, '');
    if (!option.required && !option.optional) completion.option(name, option.description, short);
    else {
      const handler = handlerFor(option.attributeName(), option.argChoices);
      completion.option(name, option.description, handler, short);
    }
  }
  for (const argument of command.registeredArguments) {
    completion.argument(argument.name(), handlerFor(argument.name(), argument.argChoices), argument.variadic);
  }
}

function commandsBelow(program: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  const visible = program.createHelp().visibleCommands(program);
  return visible.flatMap((command) => [command, ...commandsBelow(command)]);
}

function pathOf(command: CommandUnknownOpts): string {
  const above = command.parent?.parent === null ? '' : `${command.parent?.name() ?? ''} `;
  return `${above}${command.name()}`;
}
