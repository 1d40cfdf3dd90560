import type { DateFormat } from '../date-format/index.ts';
import { numberFormat } from '../number-format/index.ts';
import type { NumberFormat } from '../number-format/index.ts';
import { OperationError, runtimeError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { TemplateError } from '../errors/template-error.ts';
import { escapeFor } from '../output-formats/escaping.ts';
import type { ErrorCode } from '../errors/template-error.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import type { Numeric } from '../values/decimal.ts';
import { hashGet, isHash } from '../values/hashes.ts';
import { Macro } from './macro.ts';
import { isPlainHash } from '../values/value.ts';
import type { DateLikeKind, PlainHash, Value } from '../values/value.ts';
import type { CompiledTemplate } from './compiled.ts';
import type { Limits } from './limits.ts';
import { NO_NAME } from './local-frame.ts';
import type { LocalFrame, LoopState } from './local-frame.ts';
import type { MacroCall } from './macro-call.ts';
import { partsOf } from './model-parts.ts';
import { Namespace } from './namespace.ts';
import type { RuntimeSettings } from './settings.ts';
import { sharedDirective } from './shared-directives.ts';
import { RecentlyMade } from '../recently-made.ts';
import { TimeLimit } from './time-limit.ts';
import type { Trace } from './trace.ts';

/** A template of the set: its text, and the same compiled (once). */
export interface TemplateSource {
  readonly text: string;
  readonly compile: (time: TimeLimit) => CompiledTemplate;
}

/** What a rendering needs besides the template and the model. */
export interface RenderContext {
  /** Shared with other renderings until `#setting` changes something: then a copy takes its place. */
  settings: RuntimeSettings;
  readonly parseSettings: ParseSettings;
  readonly limits: Limits;
  readonly now: () => number;
  /** Whether a missing loop variable lets an outer variable of the same name show. */
  readonly fallbackOnNullLoopVariable: boolean;
  /** Another template of the set by its normalized name, and the name that it is asked for by; undefined without one. */
  readonly find: (name: string, requestedName: string, locale: string) => TemplateSource | undefined;
  /** Compiles a template made at run time (`?interpret`). */
  readonly compile: (
    source: string,
    name: string,
    settings: ParseSettings,
    time: TimeLimit,
  ) => CompiledTemplate;
  readonly lazyImports: boolean;
  /** Number formats by name, for as long as a rendering has the settings that it started with. */
  readonly numberFormats: RecentlyMade<NumberFormat>;
  /** The same for date formats, by kind of date and name. */
  readonly dateFormats: DateFormats;
}

export type DateFormats = Readonly<Record<DateLikeKind, RecentlyMade<DateFormat>>>;

export function noNumberFormats(): RecentlyMade<NumberFormat> {
  return new RecentlyMade(MAX_CACHED_FORMATS);
}

export function noDateFormats(): DateFormats {
  const none = (): RecentlyMade<DateFormat> => new RecentlyMade(MAX_CACHED_FORMATS);
  return { unknown: none(), time: none(), date: none(), datetime: none() };
}

/** Formats may be named by the model, so not all of them can be cached. */
const MAX_CACHED_FORMATS = 200;

/** A model that is read no more often than this is not copied. */
const FEW_READS = 64;

/** Checked at every so many steps: reading the clock is dear. */
const CLOCK_INTERVAL = 1_024;

/** The state of one rendering: output, variables, settings, and what has been used of the limits. */
export class Environment {
  out = '';
  /** Undefined in all renderings but those that are asked who printed what. */
  trace: Trace | undefined;
  locals: LocalFrame | undefined;
  macroCall: MacroCall | undefined;
  namespace: Namespace;
  readonly mainNamespace: Namespace;
  readonly model: Value;
  /** The model, if it is an object of plain data. */
  readonly plainModel: PlainHash | undefined;
  /** The variables of a plain model, once it has been read often. */
  #modelVariables: Map<string, Value> | undefined;
  #modelReads = 0;
  #readsBeforeCopying = FEW_READS;
  #partsOfModel: WeakSet<object> | undefined;
  readonly mainTemplate: CompiledTemplate;
  readonly context: RenderContext;
  /** Shared with other renderings until `#setting` changes something: then a copy takes its place. */
  settings: RuntimeSettings;
  readonly limits: Limits;
  #time: TimeLimit | undefined;
  /** What `.template_name` says: the main or the included template, whatever macro runs. */
  templateName: string | undefined;
  /** The element that runs: where errors without an expression are placed. */
  current: Blamed;
  returned: Value;
  depth = 0;
  steps = 0;
  #nextClockCheck = CLOCK_INTERVAL;
  #numberFormat: NumberFormat | undefined;
  #namedFormats: RecentlyMade<NumberFormat> | undefined;
  #dateFormats: DateFormats | undefined;
  /** What was last printed escaped, and how. */
  #plain = '';
  #escapedFor = '';
  #escaped = '';
  #evalDepth = 0;
  #piecesSinceGathering = 0;
  #stepsAtGathering = 0;
  #globals: Namespace | undefined;
  #imported: Map<string, Namespace> | undefined;
  #recovered: TemplateError[] | undefined;

  constructor(template: CompiledTemplate, model: Value, context: RenderContext) {
    this.mainTemplate = template;
    this.templateName = template.name;
    this.model = model;
    this.plainModel = typeof model === 'object' && model !== null && isPlainHash(model) ? model : undefined;
    this.context = context;
    this.settings = context.settings;
    this.limits = context.limits;
    this.namespace = this.mainNamespace = new Namespace(template.name);
    this.current = template.root;
    this.defineMacros(template, this.namespace);
  }

  /** Starts when the clock is first asked, after a thousand steps at most: most renderings are over before. */
  get time(): TimeLimit {
    return (this.#time ??= new TimeLimit(this.limits.milliseconds, this.context.now));
  }

  /** The `#global` variables. */
  get globals(): Namespace {
    return (this.#globals ??= new Namespace(undefined));
  }

  /** The libraries imported so far, by template name. */
  get imported(): Map<string, Namespace> {
    return (this.#imported ??= new Map());
  }

  /** The errors whose `#recover` is running, the innermost last. */
  get recovered(): TemplateError[] {
    return (this.#recovered ??= []);
  }

  /** Macros can be called before the place where they are defined. */
  defineMacros(template: CompiledTemplate, namespace: Namespace): void {
    for (const [name, compiled] of template.macros) namespace.set(name, new Macro(compiled, namespace));
  }

  /** A variable by name, from the innermost scope outwards. */
  variable(name: string): Value {
    return this.variableOr(name, sharedDirective(name));
  }

  /** The same for compiled names, which know in advance whether there is a shared directive of that name. */
  variableOr(name: string, shared: Value): Value {
    const { locals } = this;
    if (locals !== undefined || this.macroCall !== undefined) {
      // Most names mean the variable of the innermost loop.
      if (locals?.name === name && locals.value != null) return locals.value;
      const local = this.localVariable(name);
      if (local !== undefined) return local === MISSING_LOOP_VARIABLE ? undefined : local;
    }
    return this.namespace.peek(name) ?? this.#globals?.peek(name) ?? this.modelVariable(name) ?? shared;
  }

  /**
   * A variable of the loops and the macro around, without looking further out. A loop variable that is missing
   * hides outer variables of its name: `MISSING_LOOP_VARIABLE` then.
   */
  localVariable(name: string): Value {
    for (let frame = this.locals; frame !== undefined; frame = frame.previous) {
      let value: Value;
      if (frame.name === name) value = frame.value;
      else if (frame.secondName === name) value = frame.secondValue;
      else if (frame.more?.has(name) === true) value = frame.more.get(name);
      else {
        if (frame.loop === undefined || frame.name === NO_NAME) continue;
        if (name.length - frame.name.length < SHORTEST_STATE) continue;
        const state = loopState(frame.loop, frame.name, name);
        if (state !== undefined) return state;
        continue;
      }
      if (value != null) return value;
      if (!this.context.fallbackOnNullLoopVariable) return MISSING_LOOP_VARIABLE;
    }
    return this.macroCall?.locals.get(name) ?? undefined;
  }

  globalVariable(name: string): Value {
    return this.#globals?.peek(name) ?? this.modelVariable(name) ?? sharedDirective(name);
  }

  modelVariable(name: string): Value {
    if (this.#modelVariables !== undefined) return this.#modelVariables.get(name) ?? undefined;
    const { plainModel } = this;
    if (plainModel !== undefined) {
      if (++this.#modelReads === this.#readsBeforeCopying) this.#copyModel(plainModel);
      const value = plainModel[name];
      if (value == null) return undefined;
      // What every object inherits is no data: functions, and the prototype itself.
      const isOwn = typeof value !== 'function' && name !== '__proto__';
      return isOwn || Object.hasOwn(plainModel, name) ? value : undefined;
    }
    const { model } = this;
    return isHash(model) ? (hashGet(model, name) ?? undefined) : undefined;
  }

  /**
   * Reading a member by a name that varies is a search in an object, and twice as fast in a map. A model with more
   * names than have been read yet waits until as many have been: copying must not cost more than it saves.
   */
  #copyModel(model: PlainHash): void {
    const prototype: unknown = Object.getPrototypeOf(model);
    // What a model inherits from another object is data too, and stays there.
    if (prototype !== Object.prototype && prototype !== null) return;
    const names = Object.getOwnPropertyNames(model);
    if (names.length > this.#modelReads) this.#readsBeforeCopying = names.length;
    else this.#modelVariables = new Map(names.map((name) => [name, model[name]]));
  }

  /** Whether a list or hash is one of the model's, and not made by a template. */
  isOfModel(value: Value): boolean {
    if (typeof value !== 'object' || value === null) return false;
    this.#partsOfModel ??= partsOf(this.model, () => this.step());
    return this.#partsOfModel.has(value);
  }

  /** The loop whose variable has the name, for `?index` and the like. */
  loopFrame(name: string): LocalFrame | undefined {
    for (let frame = this.locals; frame !== undefined; frame = frame.previous) {
      if (frame.loop !== undefined && frame.name !== NO_NAME) {
        if (frame.name === name || frame.secondName === name) return frame;
      }
    }
    return undefined;
  }

  /** Prints. The output's limit is checked with the steps, so a single print may overshoot by one string. */
  print(text: string): void {
    this.out += text;
  }

  /** The text escaped for an output format. Pages print a text as an attribute and as content, one right after the other. */
  escaped(format: string, text: string): string {
    if (text !== this.#plain || format !== this.#escapedFor) {
      this.#escaped = escapeFor(format, text);
      this.#plain = text;
      this.#escapedFor = format;
    }
    return this.#escaped;
  }

  /** Counts repeated work against the limits of steps, time and output. */
  step(): void {
    if (++this.steps < this.#nextClockCheck) return;
    this.#nextClockCheck = this.steps + CLOCK_INTERVAL;
    this.checkLimits();
  }

  /**
   * Counts work on a large value as steps, by its length: a built-in on megabytes of text takes as long as thousands
   * of small ones, and the clock has to be looked at as often.
   */
  charge(length: number): void {
    this.steps += length >> 8;
    if (this.steps < this.#nextClockCheck) return;
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
    if (this.steps - this.#stepsAtGathering > this.out.length >> PIECE_SHIFT) {
      this.#stepsAtGathering = this.steps;
      flatten(this.out);
    }
    if (this.time.isOver) {
      throw this.failure('limit-time', `Rendering took longer than ${limits.milliseconds} ms.`);
    }
  }

  checkString(text: string): string {
    if (text.length > this.limits.stringLength) {
      throw this.failure('limit-string', `A string is longer than ${this.limits.stringLength} characters.`);
    }
    return text;
  }

  /** A string that was just made of two. */
  joined(text: string): string {
    if (text.length > SHORT_LENGTH && ++this.#piecesSinceGathering > text.length >> PIECE_SHIFT) {
      this.#piecesSinceGathering = 0;
      flatten(text);
    }
    return this.checkString(text);
  }

  /** Fails for a sequence of so many items, before they are made. */
  checkLength(items: number): void {
    if (items <= this.limits.sequenceLength) return;
    throw this.failure('limit-size', `A sequence has more than ${this.limits.sequenceLength} items.`);
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
  formatNumber(value: Numeric): string {
    return this.currentNumberFormat.format(value);
  }

  /** The format of the settings. Throws OperationError for one that cannot be. */
  get currentNumberFormat(): NumberFormat {
    return (this.#numberFormat ??= this.numberFormatNamed(this.settings.numberFormat));
  }

  /** Whether the format of the settings has been found to be one. */
  get knowsNumberFormat(): boolean {
    return this.#numberFormat !== undefined;
  }

  /** A number format by pattern or name, found once per rendering. Throws OperationError for one that cannot be. */
  numberFormatNamed(source: string): NumberFormat {
    const formats =
      this.settings === this.context.settings
        ? this.context.numberFormats
        : (this.#namedFormats ??= noNumberFormats());
    const known = formats.get(source);
    if (known !== undefined) return known;
    try {
      const format = numberFormat(source, {
        locale: this.settings.locale,
        computerFormat: computerFormatName(this.settings.cFormat),
        incompatibleImprovements: this.context.parseSettings.incompatibleImprovements,
      });
      const ready = this.#withOldInfinity(source, format);
      formats.set(source, ready);
      return ready;
    } catch (error) {
      throw new OperationError('format', error instanceof Error ? error.message : String(error));
    }
  }

  /** The date formats found so far for the settings that hold. */
  get dateFormats(): DateFormats {
    if (this.settings === this.context.settings) return this.context.dateFormats;
    return (this.#dateFormats ??= noDateFormats());
  }

  /** Before 2.3.31 the computer format wrote infinities as people do, though `?c` no longer did. */
  #withOldInfinity(source: string, format: NumberFormat): NumberFormat {
    const isOld = this.context.parseSettings.incompatibleImprovements < 2_003_031;
    if (source !== 'computer' || !isOld || this.settings.cFormat !== 'legacy') return format;
    const write: NumberFormat['format'] = (value) => {
      if (value !== Infinity && value !== -Infinity) return format.format(value);
      return value > 0 ? '∞' : '-∞';
    };
    return { format: write };
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
    this.#namedFormats = undefined;
    this.#dateFormats = undefined;
  }
}

/** However many pieces a text of this length consists of, they take little. */
const SHORT_LENGTH = 8_192;

/** A text is flattened when it may consist of one more piece for each 64 characters: copying it costs each piece 64 characters. */
const PIECE_SHIFT = 6;

/**
 * Flattens a text that was joined from many pieces. V8 retains all pieces, sixteen times as large as the text of two
 * characters that each may have added, until the text is searched.
 */
function flatten(text: string): void {
  ANYTHING.test(text);
}

const ANYTHING = /^/;

/** Stands for a loop variable without a value. */
export const MISSING_LOOP_VARIABLE: object = Object.freeze({});

/** The length of `_index`. */
const SHORTEST_STATE = 6;

/** `x_index` and `x_has_next` for the loop variable `x`. */
function loopState(loop: LoopState, base: string, name: string): Value {
  switch (name.length - base.length) {
    case 6:
      return name.endsWith('_index') && name.startsWith(base) ? loop.index : undefined;
    case 9:
      return name.endsWith('_has_next') && name.startsWith(base) ? loop.hasNext : undefined;
    default:
      return undefined;
  }
}

type ComputerFormat = Parameters<typeof numberFormat>[1]['computerFormat'];

/** `computer` as a number format and `?c` write the same. */
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
