import { compileTemplate } from './compiler/compile-template.ts';
import { importByName, includeTemplate } from './compiler/include.ts';
import { findTemplate } from './compiler/optional-template.ts';
import { isStackOverflow, TemplateError } from './errors/template-error.ts';
import { OperationError, runtimeError } from './errors/runtime-errors.ts';
import { parseTemplate } from './parser/parse.ts';
import type { ParseSettings } from './source/parse-settings.ts';
import type { CompiledTemplate } from './runtime/compiled.ts';
import { Environment, noDateFormats, noNumberFormats } from './runtime/environment.ts';
import type { RenderContext, TemplateSource } from './runtime/environment.ts';
import { DEFAULT_LIMITS } from './runtime/limits.ts';
import type { Limits } from './runtime/limits.ts';
import { TimeLimit } from './runtime/time-limit.ts';
import type { TracedOutput, TracedRange } from './runtime/trace.ts';
import { Trace } from './runtime/trace.ts';
import { resolveName } from './runtime/template-names.ts';
import type { Configuration } from './settings-options.ts';
import type { Value } from './values/value.ts';

/** Names come from templates and models, so not all lookups can be cached. */
const MAX_CACHED_LOOKUPS = 500;

/** A main template with the templates that it may include and import, compiled once and rendered any number of times. */
export class TemplateSet {
  readonly main: CompiledTemplate;
  readonly #configuration: Configuration;
  readonly #sources: ReadonlyMap<string, string>;
  readonly #compiled = new Map<string, CompiledTemplate>();
  /** The templates found last, by name, in the locale that they were asked for in. */
  readonly #found = new Map<string, TemplateSource>();
  #foundLocale = '';
  readonly #context: RenderContext;
  readonly #isTraced: boolean;

  constructor(
    main: string | CompiledTemplate,
    name: string,
    others: ReadonlyMap<string, string>,
    configuration: Configuration,
    limits: Partial<Limits>,
    now: () => number,
    isTraced = false,
  ) {
    this.#isTraced = isTraced;
    this.#configuration = configuration;
    this.#sources = others;
    const allLimits = { ...DEFAULT_LIMITS, ...limits };
    this.#context = {
      settings: configuration.runtime,
      parseSettings: configuration.parse,
      limits: allLimits,
      now,
      fallbackOnNullLoopVariable: configuration.fallbackOnNullLoopVariable,
      find: (wanted, requestedName, locale) => this.#find(wanted, requestedName, locale),
      compile: (text, id, settings, time) => this.#compile(text, id, settings, time),
      lazyImports: configuration.lazyImports,
      numberFormats: noNumberFormats(),
      dateFormats: noDateFormats(),
    };
    const time = new TimeLimit(allLimits.milliseconds, now);
    this.main = typeof main === 'string' ? this.#compile(main, name, configuration.parse, time) : main;
  }

  /** Renders with a model. Throws TemplateError. */
  render(model: Value): string {
    const env = new Environment(this.main, model, this.#context);
    return this.#run(env);
  }

  /** Renders up to the first error: the output, and the error, if any. */
  renderPartially(model: Value): { readonly output: string; readonly error: TemplateError | undefined } {
    const env = new Environment(this.main, model, this.#context);
    try {
      return { output: this.#run(env), error: undefined };
    } catch (error) {
      if (error instanceof TemplateError) return { output: env.out, error };
      throw error;
    }
  }

  /**
   * Renders and reports which range of the main template printed which range of the output, in output order, and which
   * values it had. Output of other templates has no range. Throws TemplateError. Only for a set that was made to be
   * traced.
   */
  renderTraced(model: Value): TracedOutput {
    const env = new Environment(this.main, model, this.#context);
    const trace = new Trace();
    env.trace = trace;
    const output = this.#run(env);
    const { source } = this.main.root;
    const isMain = (place: Pick<TracedRange, 'source'>): boolean => place.source === source;
    return { output, ranges: trace.ranges.filter(isMain), values: trace.values.filter(isMain) };
  }

  #run(env: Environment): string {
    try {
      this.#autoLoad(env);
      this.main.execute(env);
    } catch (error) {
      if (error instanceof RangeError && /string length/i.test(error.message)) {
        throw new TemplateError(
          'runtime',
          'limit-output',
          'The output or a string became too long.',
          env.current,
        );
      }
      if (isStackOverflow(error)) {
        throw new TemplateError('fatal', 'limit-depth', 'The template nests too deeply.', env.current);
      }
      if (error instanceof OperationError) throw runtimeError(error.code, error.message, env.current);
      throw error;
    }
    if (env.out.length > env.limits.outputLength) env.checkLimits();
    return env.out;
  }

  #autoLoad(env: Environment): void {
    for (const { name, variable } of this.#configuration.autoImports) {
      const fullName = resolveName('', name) ?? name;
      importByName(fullName, variable, env, this.#configuration.lazyAutoImports);
    }
    for (const name of this.#configuration.autoIncludes) {
      const fullName = resolveName('', name) ?? name;
      const template = findTemplate(fullName, env);
      if (template === undefined) {
        throw new TemplateError(
          'other',
          'include',
          `Template "${fullName}", included automatically, not found.`,
          undefined,
        );
      }
      includeTemplate(template, env);
    }
  }

  /** A template by name, as `#search` finds it. The last results are cached: a loop includes the same templates many times. */
  #find(name: string, requestedName: string, locale: string): TemplateSource | undefined {
    if (locale !== this.#foundLocale || this.#found.size >= MAX_CACHED_LOOKUPS) {
      this.#found.clear();
      this.#foundLocale = locale;
    }
    if (name !== requestedName) return this.#search(name, requestedName, locale);
    let source = this.#found.get(name);
    if (source === undefined) {
      source = this.#search(name, requestedName, locale);
      if (source !== undefined) this.#found.set(name, source);
    }
    return source;
  }

  /** First the variant for the locale (`x_en_US.ftl`, `x_en.ftl`), then the plain one. */
  #search(name: string, requestedName: string, locale: string): TemplateSource | undefined {
    const dot = name.lastIndexOf('.');
    const stem = dot < 0 ? name : name.slice(0, dot);
    const ending = dot < 0 ? '' : name.slice(dot);
    for (let suffix = `_${locale}`; ; suffix = suffix.slice(0, suffix.lastIndexOf('_'))) {
      const text = this.#sources.get(stem + suffix + ending);
      if (text !== undefined) {
        const key = `${stem + suffix + ending}|${requestedName}`;
        let template: CompiledTemplate | undefined;
        return { text, compile: (time) => (template ??= this.#compileOnce(key, text, requestedName, time)) };
      }
      if (suffix === '') return undefined;
    }
  }

  #compileOnce(key: string, text: string, name: string, time: TimeLimit): CompiledTemplate {
    let template = this.#compiled.get(key);
    if (template === undefined) {
      template = this.#compile(text, name, this.#configuration.parse, time);
      this.#compiled.set(key, template);
    }
    return template;
  }

  #compile(source: string, name: string, settings: ParseSettings, time: TimeLimit): CompiledTemplate {
    const max = this.#context.limits.templateLength;
    if (source.length > max) {
      throw new TemplateError(
        'parse',
        'limit-size',
        `The template is longer than ${max} characters.`,
        undefined,
      );
    }
    const parsed = parseTemplate(source, { name, settings, time });
    return compileTemplate(parsed, settings, {
      exceptionHandler: this.#configuration.exceptionHandler,
      isTraced: this.#isTraced,
    });
  }
}
