import { runtimeError } from '../errors/runtime-errors.ts';
import { TemplateError } from '../errors/template-error.ts';
import { escapeXml } from '../output-formats/escaping.ts';
import { compress, compressToLine } from '../output-formats/compress.ts';
import { booleanOf, isNumber, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import type { Environment } from './environment.ts';
import { Namespace } from './namespace.ts';

export type DirectiveArguments = ReadonlyMap<string, Value>;

/** A directive that changes what its body printed. */
export class FilterDirective {
  readonly name: string;
  /** Checks the arguments before the body runs, and gives what to do with the body's output. Throws TemplateError. */
  readonly start: (args: DirectiveArguments, env: Environment) => (printed: string) => string;

  constructor(name: string, start: FilterDirective['start']) {
    this.name = name;
    this.start = start;
  }
}

/** The directives that every configuration of the original has as variables behind those of the model. */
const DIRECTIVES: readonly FilterDirective[] = [
  new FilterDirective('compress', (args, env) => {
    const size = args.get('buffer_size');
    if (size != null && !isNumber(size)) throw badArgument('buffer_size needs a number.', env);
    const line = args.get('single_line');
    const flag = line == null ? false : booleanOf(line);
    if (flag === undefined) throw badArgument('single_line needs a boolean.', env);
    return flag ? compressToLine : compress;
  }),
  new FilterDirective('html_escape', () => escapeWithoutApostrophe),
  new FilterDirective('xml_escape', () => escapeXml),
  new FilterDirective('normalize_newlines', () => normalizeNewlines),
  new FilterDirective('capture_output', startCapture),
];

const BY_NAME = new Map(DIRECTIVES.map((directive) => [directive.name, directive]));

/** One of them by the name of its variable. */
export function sharedDirective(name: string): FilterDirective | undefined {
  return BY_NAME.get(name);
}

export const SHARED_DIRECTIVES: readonly string[] = DIRECTIVES.map(({ name }) => name);

function badArgument(message: string, env: Environment): Error {
  return runtimeError('invalid-argument', message, env.current);
}

/** The original's `html_escape` leaves apostrophes, unlike the output format HTML. */
function escapeWithoutApostrophe(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (c) => `&${c === '&' ? 'amp' : c === '<' ? 'lt' : c === '>' ? 'gt' : 'quot'};`,
  );
}

/** Every line ends in a line feed; a first line that is empty goes. */
function normalizeNewlines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines[0] === '') lines.shift();
  return lines.map((line) => `${line}\n`).join('');
}

/** The original fails here in its writer, which no #attempt forgives. */
function noMacro({ current }: Environment): TemplateError {
  return new TemplateError('other', 'invalid-argument', 'There is no macro for a local variable.', current);
}

function startCapture(args: DirectiveArguments, env: Environment): (printed: string) => string {
  const scope = (['var', 'local', 'global'] as const).find((key) => args.get(key) != null);
  if (scope === undefined) throw badArgument('capture_output needs the parameter var, local or global.', env);
  const name = stringOf(args.get(scope));
  const space = args.get('namespace');
  if (args.size > (space == null ? 1 : 2) || (space != null && scope !== 'var')) {
    throw badArgument(
      'capture_output takes one of var, local and global, and a namespace only with var.',
      env,
    );
  }
  if (space != null && !(space instanceof Namespace)) throw badArgument('namespace needs a namespace.', env);
  if (name === undefined) throw badArgument(`${scope} needs the name of a variable.`, env);
  return (printed) => {
    if (scope === 'global') env.globals.set(name, printed);
    else if (scope === 'var') (space ?? env.namespace).set(name, printed);
    else if (env.macroCall === undefined) throw noMacro(env);
    else env.macroCall.locals.set(name, printed);
    return '';
  };
}
