import type { Command } from '@commander-js/extra-typings';
import type { ExitReason } from '../../contract/errors/errors.ts';
import type { Context } from './context.ts';

/** What a verb may answer: how the command ends; `done` where it answers nothing. */
export type Ending = ExitReason;

/**
 * Makes the action of a command out of a function that gets the context first, then what `commander` passes: the arguments, and
 * the options of the command.
 */
export type Run = <Args extends unknown[]>(
  work: (context: Context, ...args: Args) => Promise<Ending> | Promise<void>,
) => (...args: Args) => Promise<void>;

/** Adds the arguments, options, subcommands and actions of a verb to its command. */
export type DefineVerb = (command: Command, run: Run) => void;

type Examples = readonly (readonly [line: string, what: string])[];

const examples = new WeakMap<object, Examples>();

/** Examples at the end of the help of a command; each is a command line without `tdesk`, with what it does. */
export function addExamples(
  command: { addHelpText(position: 'after', text: string): unknown },
  ofCommand: Examples,
): void {
  examples.set(command, ofCommand);
  const lines = ofCommand.map(([line, what]) => `  ${what}\n    $ tdesk ${line}`);
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

export const examplesOf = (command: object): Examples => examples.get(command) ?? [];
