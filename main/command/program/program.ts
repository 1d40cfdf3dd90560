import { Command, CommanderError } from '@commander-js/extra-typings';
import { exitCodes } from '../../../contract/errors/errors.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ClosableContext, ContextParts, OutputStream } from '../context.ts';
import { createContext } from '../context.ts';
import type { GlobalOptions } from '../global-options.ts';
import { addGlobalOptions, readGlobalOptions } from '../global-options.ts';
import type { Output, OutputFormat } from '../output/output.ts';
import { createOutput } from '../output/output.ts';
import { reportFailure } from '../output/report-failure.ts';
import type { Ending, Run } from '../run.ts';
import type { Verb } from '../verbs/verbs.ts';
import { verbs } from '../verbs/verbs.ts';
import { version } from '../version.ts';

export interface ProgramParts extends Omit<ContextParts, 'options' | 'output'> {
  /** Without the program and its script. */
  readonly args: readonly string[];
  readonly stdout: OutputStream;
}

/** Runs one command line and answers the exit code. Never rejects. */
export async function runProgram(parts: ProgramParts): Promise<number> {
  const { args } = parts;
  let ending: Ending = 'done';
  let context: ClosableContext | undefined;
  let output = outputOf(parts, { ...guessed(args), quiet: false, verbose: args.includes('--verbose') });
  const run: Run =
    (work) =>
    async (...given) => {
      ending = (await work(present(context), ...given)) ?? 'done';
    };
  try {
    const program = createProgram(parts);
    program.hook('preAction', () => {
      const options = readGlobalOptions(program.opts());
      output = outputOf(parts, options);
      context = createContext({ ...parts, options, output });
    });
    await defineVerbs(program, args, run);
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes[ending];
  } catch (error) {
    if (error instanceof CommanderError) return endOfUsage(error, output);
    // A call that was cut off because the reader of stdout went away has no error to report.
    if (parts.signal.aborted && parts.signal.reason === 'EPIPE') return exitCodes.done;
    // Work that only looks at the signal throws its reason.
    const isSignal = parts.signal.aborted && error === parts.signal.reason;
    return reportFailure(isSignal ? failure('canceled', 'Stopped.') : error, output);
  } finally {
    await context?.close();
  }
}

function createProgram({ stdout, stderr }: ProgramParts): Command {
  const program = new Command('tdesk');
  program
    .description('Manage identity tenants as code: the plans, the journal and the rules of Tenant Desk.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Printed like every other failure, with its exit code.
      outputError: () => undefined,
    })
    .exitOverride()
    .showSuggestionAfterError();
  addGlobalOptions(program);
  return program;
}

/** Only the verb that runs is loaded, and the one that it completes: the others are known by name, for help and "did you mean". */
async function defineVerbs(program: Command, args: readonly string[], run: Run): Promise<void> {
  const wanted = verbOf(args);
  const completed = wanted?.needs === 'typed' ? verbOf(args.slice(args.indexOf('--') + 1)) : undefined;
  for (const verb of verbs) {
    const isHidden = verb.isHidden === true;
    const command = program.command(verb.name, { hidden: isHidden }).description(verb.summary);
    if (verb === wanted || verb === completed || wanted?.needs === 'all') (await verb.load())(command, run);
  }
}

/** The first argument that is a verb. A value of an option may be called like one; loading it too does no harm. */
function verbOf(args: readonly string[]): Verb | undefined {
  const end = args.indexOf('--');
  for (const [index, argument] of (end === -1 ? args : args.slice(0, end)).entries()) {
    if (/^(-t|--tenant|--state)$/.test(args[index - 1] ?? '')) continue;
    const verb = verbs.find(({ name }) => name === argument);
    if (verb !== undefined) return verb;
  }
  return undefined;
}

function endOfUsage(error: CommanderError, output: Output): number {
  if (error.exitCode === 0) return exitCodes.done;
  // Help that was printed in the place of a missing subcommand has said it all.
  if (error.code === 'commander.help') return exitCodes.usage;
  const message = error.message.replace(/^error: /, '').replace(/\n\(?(.*?)\)?$/s, '. $1');
  return reportFailure(new DeskFailure(failure('invalid-input', capitalized(message)).error), output);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function outputOf(
  { stdout, stderr }: Pick<ProgramParts, 'stdout' | 'stderr'>,
  options: Pick<GlobalOptions, 'json' | 'ndjson' | 'table' | 'quiet' | 'verbose'>,
): Output {
  const format: OutputFormat = options.ndjson
    ? 'ndjson'
    : options.json || !(options.table || stdout.isTTY)
      ? 'json'
      : 'text';
  return createOutput({
    ...{ stdout, stderr, format },
    isChosen: options.json || options.ndjson,
    isQuiet: options.quiet,
    isVerbose: options.verbose,
  });
}

/** How to print what is wrong with the arguments themselves. */
function guessed(args: readonly string[]): Pick<GlobalOptions, 'json' | 'ndjson' | 'table'> {
  return {
    json: args.includes('--json'),
    ndjson: args.includes('--ndjson'),
    table: args.includes('--table'),
  };
}

function present(context: ClosableContext | undefined): ClosableContext {
  if (context !== undefined) return context;
  throw new Error('An action ran without its context.');
}
