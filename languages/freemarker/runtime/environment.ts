import { numberFormat } from '../number-format/index.ts';
import type { NumberFormat } from '../number-format/index.ts';
import { OperationError, runtimeError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { TemplateError } from '../errors/template-error.ts';
import type { ErrorCode } from '../errors/template-error.ts';
import type { ParseSettings } from '../parser/parse-options.ts';
import type { Decimal } from '../values/decimal.ts';
import { hashGet, isHash } from '../values/hashes.ts';
import { Macro } from '../values/macro.ts';
import type { Value } from '../values/value.ts';
import type { CompiledTemplate } from './compiled.ts';
import type { Limits } from './limits.ts';
import type { LocalFrame } from './local-frame.ts';
import type { MacroCall } from './macro-call.ts';
import { Namespace } from './namespace.ts';
import type { RuntimeSettings } from './settings.ts';

/** What a rendering needs beside the template and the model. */
export interface RenderContext {
  readonly settings: RuntimeSettings;
  readonly parseSettings: ParseSettings;
  readonly limits: Limits;
  readonly now: () => number;
  /** Whether a missing loop variable lets an outer variable of the same name show. */
  readonly fallbackOnNullLoopVariable: boolean;
  /** Compiles another template of the set by its normalized name; undefined when there is none. */
  readonly load: (name: string, locale: string) => CompiledTemplate | undefined;
  /** Compiles a template made at run time (`?interpret`). */
  readonly compile: (source: string, name: string, settings: ParseSettings) => CompiledTemplate;
  readonly lazyImports: boolean;
}

/** Checked at every so many steps: reading the clock is dear. */
const CLOCK_INTERVAL = 1_024;

/** The state of one rendering: output, variables, settings, and what has been used of the limits. */
export class Environment {
  out = '';
  locals: LocalFrame | undefined;
  macroCall: MacroCall | undefined;
  namespace: Namespace;
  readonly mainNamespace: Namespace;
  readonly globals: Namespace = new Namespace(undefined);
  readonly imported = new Map<string, Namespace>();
  readonly model: Value;
  readonly mainTemplate: CompiledTemplate;
  readonly context: RenderContext;
  readonly settings: RuntimeSettings;
  readonly limits: Limits;
  /** What `.template_name` says: the main or the included template, whatever macro runs. */
  templateName: string | undefined;
  /** The element that runs: where errors without an expression are placed. */
  current: Blamed;
  returned: Value;
  readonly recovered: TemplateError[] = [];
  depth = 0;
  steps = 0;
  #startedAt: number | undefined;
  #nextClockCheck = CLOCK_INTERVAL;
  #numberFormat: NumberFormat | undefined;
  #evalDepth = 0;

  constructor(template: CompiledTemplate, model: Value, context: RenderContext) {
    this.mainTemplate = template;
    this.templateName = template.name;
    this.model = model;
    this.context = context;
    this.settings = { ...context.settings };
    this.limits = context.limits;
    this.namespace = this.mainNamespace = new Namespace(template.name);
    this.current = template.parsed.root;
    this.defineMacros(template, this.namespace);
  }

  /** Macros can be called before the place where they are defined. */
  defineMacros(template: CompiledTemplate, namespace: Namespace): void {
    for (const [name, compiled] of template.macros) namespace.set(name, new Macro(compiled, namespace));
  }

  /** A variable by name, from the innermost scope outwards. */
  variable(name: string): Value {
    for (let frame = this.locals; frame !== undefined; frame = frame.previous) {
      const found = this.#inFrame(frame, name);
      if (found === MISSING_LOOP_VARIABLE) return undefined;
      if (found != null) return found;
    }
    const local = this.macroCall?.locals.get(name);
    if (local != null) return local;
    const own = this.namespace.variables.get(name);
    return own ?? this.globalVariable(name);
  }

  /** A variable of the loops and the macro around, without looking further out. */
  localVariable(name: string): Value {
    for (let frame = this.locals; frame !== undefined; frame = frame.previous) {
      const found = this.#inFrame(frame, name);
      if (found === MISSING_LOOP_VARIABLE) return undefined;
      if (found != null) return found;
    }
    return this.macroCall?.locals.get(name) ?? undefined;
  }

  #inFrame(frame: LocalFrame, name: string): Value {
    let value: Value;
    if (frame.name === name) value = frame.value;
    else if (frame.secondName === name) value = frame.secondValue;
    else if (frame.more?.has(name) === true) value = frame.more.get(name);
    else return frame.loop === undefined || frame.name === undefined ? undefined : loopState(frame, name);
    if (value != null) return value;
    return this.context.fallbackOnNullLoopVariable ? undefined : MISSING_LOOP_VARIABLE;
  }

  globalVariable(name: string): Value {
    if (this.globals.variables.size !== 0) {
      const value = this.globals.variables.get(name);
      if (value != null) return value;
    }
    return this.modelVariable(name);
  }

  modelVariable(name: string): Value {
    const { model } = this;
    return isHash(model) ? (hashGet(model, name) ?? undefined) : undefined;
  }

  /** The loop whose variable has the name, for `?index` and the like. */
  loopFrame(name: string): LocalFrame | undefined {
    for (let frame = this.locals; frame !== undefined; frame = frame.previous) {
      if (frame.loop !== undefined && frame.name !== undefined) {
        if (frame.name === name || frame.secondName === name) return frame;
      }
    }
    return undefined;
  }

  /** Prints. The output's limit is checked with the steps, so a single print may overshoot by one string. */
  print(text: string): void {
    this.out += text;
  }

  /** Counts repeated work against the limits of steps, time and output. */
  step(): void {
    if (++this.steps < this.#nextClockCheck) return;
    this.#nextClockCheck = this.steps + CLOCK_INTERVAL;
    this.checkLimits();
  }

  checkLimits(): void {
    const { limits } = this;
    if (this.steps > limits.steps) {
      throw this.failure('limit-steps', `The template needed more than ${limits.steps} steps.`);
    }
    if (this.out.length > limits.outputLength) {
      throw this.failure('limit-output', `The output is longer than ${limits.outputLength} characters.`);
    }
    const now = this.context.now();
    this.#startedAt ??= now;
    if (now - this.#startedAt > limits.milliseconds) {
      throw this.failure('limit-time', `Rendering took longer than ${limits.milliseconds} ms.`);
    }
  }

  /** Starts the clock; without it the time counts from the first check. */
  start(): void {
    this.#startedAt = this.context.now();
  }

  checkString(text: string): string {
    if (text.length > this.limits.stringLength) {
      throw this.failure('limit-string', `A string is longer than ${this.limits.stringLength} characters.`);
    }
    return text;
  }

  /** Runs something one call deeper; the depth stands in for the stack that the original would use up. */
  enter(): void {
    if (++this.depth > this.limits.callDepth) {
      this.depth = 0;
      throw new TemplateError(
        'fatal',
        'limit-depth',
        `Macros, functions and includes are nested more than ${this.limits.callDepth} deep.`,
        this.current,
      );
    }
    this.step();
  }

  leave(): void {
    this.depth--;
  }

  /** Guards `?eval` and `?interpret` in themselves. */
  nestedEvaluation<R>(run: () => R): R {
    if (++this.#evalDepth > 10) {
      this.#evalDepth = 0;
      throw this.failure('limit-depth', '?eval and ?interpret are nested more than 10 deep.');
    }
    try {
      return run();
    } finally {
      this.#evalDepth--;
    }
  }

  /** An error of the running element. */
  failure(code: ErrorCode, message: string): TemplateError {
    return runtimeError(code, message, this.current);
  }

  get isClassicCompatible(): boolean {
    return this.settings.classicCompatible;
  }

  /** The number in the current number format. Throws OperationError for a format that cannot be. */
  formatNumber(value: number | Decimal): string {
    return (this.#numberFormat ??= this.numberFormatNamed(this.settings.numberFormat)).format(value);
  }

  numberFormatNamed(source: string): NumberFormat {
    try {
      return numberFormat(source, {
        locale: this.settings.locale,
        computerFormat: computerFormatName(this.settings.cFormat),
        incompatibleImprovements: this.context.parseSettings.incompatibleImprovements,
      });
    } catch (error) {
      throw new OperationError('format', error instanceof Error ? error.message : String(error));
    }
  }

  formatBoolean(value: boolean): string {
    const { booleanFormat } = this.settings;
    if (booleanFormat === 'c') return value ? 'true' : 'false';
    if (booleanFormat === 'true,false') {
      throw new OperationError(
        'type-mismatch',
        `Can't convert boolean to string automatically, because the "boolean_format" setting was "true,false". ` +
          'Use myBool?c, or myBool?string("yes", "no").',
      );
    }
    const comma = booleanFormat.indexOf(',');
    return value ? booleanFormat.slice(0, comma) : booleanFormat.slice(comma + 1);
  }

  /** To be called when a setting that formats depend on has changed. */
  forgetFormats(): void {
    this.#numberFormat = undefined;
  }
}

const MISSING_LOOP_VARIABLE = Symbol('missing loop variable') as unknown as object;

/** `x_index` and `x_has_next` beside the loop variable `x`. */
function loopState(frame: LocalFrame, name: string): Value {
  const base = frame.name ?? '';
  if (!name.startsWith(base) || frame.loop === undefined) return undefined;
  if (name.length === base.length + 6 && name.endsWith('_index')) return frame.loop.index;
  if (name.length === base.length + 9 && name.endsWith('_has_next')) return frame.loop.hasNext;
  return undefined;
}

type ComputerFormat = Parameters<typeof numberFormat>[1]['computerFormat'];

/** `computer` as a number format and `?c` write alike. */
export function computerFormatName(name: string): ComputerFormat {
  switch (name) {
    case 'JSON':
    case 'JavaScript':
    case 'Java':
    case 'XS':
    case 'JavaScript or JSON':
      return name;
    default:
      return 'legacy';
  }
}
