import type { AutoEscapingPolicy, ParseSettings } from './source/parse-settings.ts';
import { DEFAULT_PARSE_SETTINGS, versionNumber } from './source/parse-settings.ts';
import { formatNamed, isKnownFormat } from './output-formats/format-names.ts';
import { applySetting } from './runtime/apply-setting.ts';
import { DEFAULT_RUNTIME_SETTINGS } from './runtime/settings.ts';
import type { RuntimeSettings } from './runtime/settings.ts';

/** A setting that does not exist or has a value that cannot be. */
export class SettingError extends Error {
  readonly setting: string;

  constructor(setting: string, message: string) {
    super(message);
    this.name = 'SettingError';
    this.setting = setting;
  }
}

/** All settings of a template set, as read from options. */
export interface Configuration {
  readonly parse: ParseSettings;
  readonly runtime: RuntimeSettings;
  readonly exceptionHandler: 'rethrow' | 'ignore';
  readonly fallbackOnNullLoopVariable: boolean;
  readonly autoIncludes: readonly string[];
  readonly autoImports: readonly { readonly name: string; readonly variable: string }[];
  readonly lazyImports: boolean;
  readonly lazyAutoImports: boolean;
}

/** FreeMarker's settings by their snake_case or camelCase names, all values as strings. */
export type SettingTexts = Readonly<Record<string, string>>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads settings; `version` is the version of the language. Throws SettingError. */
export function readConfiguration(
  texts: SettingTexts,
  version: number = DEFAULT_PARSE_SETTINGS.version,
): Configuration {
  const parse: Mutable<ParseSettings> = {
    ...DEFAULT_PARSE_SETTINGS,
    version,
    incompatibleImprovements: version,
  };
  const runtime: RuntimeSettings = { ...DEFAULT_RUNTIME_SETTINGS };
  const rest: Mutable<Omit<Configuration, 'parse' | 'runtime'>> = {
    exceptionHandler: 'rethrow',
    fallbackOnNullLoopVariable: false,
    autoIncludes: [],
    autoImports: [],
    lazyImports: false,
    lazyAutoImports: false,
  };
  let lazyAutoImports: boolean | undefined;
  let cFormat: string | undefined;
  for (const [given, value] of Object.entries(texts)) {
    const name = given.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    if (readParseSetting(parse, name, value)) continue;
    switch (name) {
      case 'template_exception_handler':
        rest.exceptionHandler = value === 'ignore' ? 'ignore' : 'rethrow';
        break;
      case 'fallback_on_null_loop_variable':
        rest.fallbackOnNullLoopVariable = yes(name, value);
        break;
      case 'auto_include':
        rest.autoIncludes = list(value);
        break;
      case 'auto_import':
        rest.autoImports = list(value).map((item) => autoImport(item));
        break;
      case 'lazy_imports':
        rest.lazyImports = yes(name, value);
        break;
      case 'lazy_auto_imports':
        lazyAutoImports = value === 'null' ? undefined : yes(name, value);
        break;
      default: {
        if (name === 'c_format') cFormat = value;
        const problem = applySetting(runtime, name, value);
        if (problem !== undefined) throw new SettingError(name, problem);
      }
    }
  }
  rest.lazyAutoImports = lazyAutoImports ?? rest.lazyImports;
  if (cFormat === undefined && parse.incompatibleImprovements >= 2_003_032)
    runtime.cFormat = 'JavaScript or JSON';
  if (
    parse.incompatibleImprovements < 2_003_024 &&
    !hasSetting(texts, 'recognize_standard_file_extensions')
  ) {
    parse.recognizeStandardFileExtensions = false;
  }
  return { parse, runtime, ...rest };
}

function hasSetting(texts: SettingTexts, name: string): boolean {
  return Object.hasOwn(texts, name);
}

function readParseSetting(parse: Mutable<ParseSettings>, name: string, value: string): boolean {
  switch (name) {
    case 'incompatible_improvements':
      try {
        parse.incompatibleImprovements = versionNumber(value);
        parse.version = Math.max(parse.version, parse.incompatibleImprovements);
      } catch (error) {
        throw new SettingError(name, error instanceof Error ? error.message : String(error));
      }
      return true;
    case 'tag_syntax':
      parse.tagSyntax = oneOf(name, value, ['auto_detect', 'angle_bracket', 'square_bracket']);
      return true;
    case 'interpolation_syntax':
      parse.interpolationSyntax = oneOf(name, value, ['legacy', 'dollar', 'square_bracket']);
      return true;
    case 'naming_convention':
      parse.namingConvention = oneOf(name, value, ['auto_detect', 'legacy', 'camel_case']);
      return true;
    case 'tab_size':
      parse.tabSize = Number(value);
      return true;
    case 'strict_syntax':
      parse.strictSyntax = yes(name, value);
      return true;
    case 'whitespace_stripping':
      parse.whitespaceStripping = yes(name, value);
      return true;
    case 'recognize_standard_file_extensions':
      parse.recognizeStandardFileExtensions = value === 'default' ? true : yes(name, value);
      return true;
    case 'auto_escaping_policy':
      parse.autoEscapingPolicy = oneOf<AutoEscapingPolicy>(name, value, [
        'enable_if_default',
        'enable_if_supported',
        'disable',
      ]);
      return true;
    case 'output_format':
      parse.outputFormat = outputFormat(name, value);
      return true;
    default:
      return false;
  }
}

/** A format by name or by the class name that Java configurations use: `XMLOutputFormat()`. */
function outputFormat(name: string, value: string): string {
  const plain = /^(\w+?)OutputFormat(?:\.INSTANCE|\(\))?$/.exec(value)?.[1] ?? value;
  const known = plain === 'Undefined' ? 'undefined' : plain === 'PlainText' ? 'plainText' : plain;
  if (!isKnownFormat(known)) throw new SettingError(name, `There is no output format "${value}".`);
  return formatNamed(known);
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === value);
  if (found === undefined) throw new SettingError(name, `${name} can't be "${value}".`);
  return found;
}

function yes(name: string, value: string): boolean {
  if (/^(?:y|yes|t|true|on)$/i.test(value)) return true;
  if (/^(?:n|no|f|false|off)$/i.test(value)) return false;
  throw new SettingError(name, `${name} must be true or false, but was "${value}".`);
}

function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((item) => item !== '');
}

function autoImport(item: string): { name: string; variable: string } {
  const match = /^(.*\S)\s+as\s+(\S+)$/.exec(item);
  if (match === null)
    throw new SettingError('auto_import', `auto_import must be like "lib.ftl as lib": "${item}".`);
  return { name: match[1] ?? '', variable: match[2] ?? '' };
}
