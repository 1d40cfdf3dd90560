import { localeObject } from './locale-object.ts';
import type { SpecialVariable } from '../ast/expressions.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import { versionText } from '../source/parse-settings.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { resolveTemplateName } from '../runtime/template-names.ts';
import { DirectiveValue } from '../runtime/macro.ts';
import { DateValue, HashView, MethodValue, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { optionalTemplate } from './optional-template.ts';

const PASS = new DirectiveValue('.pass', undefined);

type Reader = (env: Environment, node: SpecialVariable) => Value;

const READERS: Readonly<Record<string, Reader>> = {
  namespace: (env) => env.namespace,
  main: (env) => env.mainNamespace,
  globals: (env) => new Globals(env),
  locals: (env) => env.macroCall?.locals,
  data_model: (env) => env.model,
  vars: (env) => new Variables(env),
  locale: (env) => env.settings.locale,
  locale_object: (env) => localeObject(env.settings.locale),
  lang: (env) => env.settings.locale.split('_')[0],
  template_name: (env) => env.templateName,
  main_template_name: (env) => env.mainTemplate.name,
  current_template_name: (env) => env.current.source.name,
  pass: () => PASS,
  output_encoding: (env) => env.settings.outputEncoding,
  url_escaping_charset: (env) => env.settings.urlEscapingCharset,
  error: (env) => {
    const error = env.recovered.at(-1);
    if (error === undefined)
      throw env.failure('invalid-argument', '.error is not available outside of a #recover block');
    return error.message;
  },
  now: (env) => new DateValue(env.context.now(), 'datetime'),
  version: (env) => versionText(env.context.parseSettings.version),
  incompatible_improvements: (env) => versionText(env.context.parseSettings.incompatibleImprovements),
  time_zone: (env) => env.settings.timeZone,
  caller_template_name: (env) => requiredCall(env, 'caller_template_name').callerTemplate ?? '',
  args: (env) => requiredCall(env, 'args').args,
  get_optional_template: (env) =>
    new MethodValue('get_optional_template', (args) => {
      const name = stringOf(args[0]);
      if (name === undefined || args.length > 2) {
        throw env.failure('invalid-argument', '.get_optional_template needs the name of a template.');
      }
      return optionalTemplate(resolveTemplateName(env.current.source.name, name, env), args[1], env);
    }),
};

export function compileSpecialVariable(node: SpecialVariable): Evaluate {
  const { name, parseTimeValue } = node;
  if (parseTimeValue !== undefined) return () => parseTimeValue;
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (read === undefined) return () => undefined;
  return (env) => read(env, node);
}

function requiredCall(env: Environment, name: string): NonNullable<Environment['macroCall']> {
  if (env.macroCall === undefined) {
    throw runtimeError(
      'invalid-argument',
      `Can't get .${name} here, as there's no macro or function call.`,
      env.current,
    );
  }
  return env.macroCall;
}

/** `.globals`: the `#global` variables over the model. */
class Globals extends HashView {
  readonly #env: Environment;

  constructor(env: Environment) {
    super();
    this.#env = env;
  }

  override get(key: string): Value {
    return this.#env.globalVariable(key);
  }

  override keys(): undefined {
    return undefined;
  }
}

/** `.vars`: every variable that can be read here by a plain name. */
class Variables extends HashView {
  readonly #env: Environment;

  constructor(env: Environment) {
    super();
    this.#env = env;
  }

  override get(key: string): Value {
    return this.#env.variable(key);
  }

  override keys(): undefined {
    return undefined;
  }
}
