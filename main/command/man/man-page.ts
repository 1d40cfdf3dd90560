import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { Help } from '@commander-js/extra-typings';
import { exitCodes } from '../../../contract/errors/errors.ts';
import { examplesOf } from '../run.ts';
import { version } from '../version.ts';

/** Text of a page: backslashes, and characters with a meaning at the start of a line. Source: groff_man(7). */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

/** The manual page of the program: every command with its arguments, options and examples. */
export function manPage(program: CommandUnknownOpts): string {
  const lines = [
    `.TH TDESK 1 "" "tdesk ${roff(version)}" "Tenant Desk"`,
    '.SH NAME',
    'tdesk \\- manage identity tenants as code',
    '.SH SYNOPSIS',
    '.B tdesk',
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH DESCRIPTION',
    roff(program.description()),
    '.SH OPTIONS',
    ...optionLines(program.options),
    '.SH COMMANDS',
    ...leaves(program).flatMap(commandLines),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([reason, code]) => [
      '.TP',
      `.B ${code}`,
      roff(reason.replaceAll('-', ' ')),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

interface Leaf {
  readonly name: string;
  readonly command: CommandUnknownOpts;
}

/** The commands that do something; hidden ones are skipped. */
function leaves(command: CommandUnknownOpts, prefix = ''): Leaf[] {
  const shown = new Set(command.createHelp().visibleCommands(command));
  return command.commands
    .filter((each) => shown.has(each))
    .flatMap((each) => {
      const name = `${prefix}${each.name()}`;
      return each.commands.length === 0 ? [{ name, command: each }] : leaves(each, `${name} `);
    });
}

function commandLines({ name, command }: Leaf): string[] {
  const shown = command.registeredArguments.map((each) =>
    each.required ? `<${each.name()}>` : `[${each.name()}]`,
  );
  const lines = examplesOf(command).flatMap(([line, what]) => [
    '.PP',
    roff(what),
    '.EX',
    roff(`$ tdesk ${line}`),
    '.EE',
  ]);
  return [
    `.SS "${roff(['tdesk', name, ...shown].join(' '))}"`,
    roff(command.description()),
    ...command.registeredArguments.flatMap((each) => [
      '.TP',
      `.I ${roff(each.name())}`,
      roff(each.description),
    ]),
    ...optionLines(command.options),
    ...lines,
  ];
}

const help = new Help();

/** With the default and the choices, as `--help` has them. */
const optionLines = (options: readonly Option[]): string[] =>
  options
    .filter(({ hidden }) => !hidden)
    .flatMap((option) => ['.TP', `.B ${roff(option.flags)}`, roff(help.optionDescription(option))]);
