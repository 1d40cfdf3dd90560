/** The settings that decide how a template's text is read; FreeMarker's names in camelCase. */
export interface ParseSettings {
  readonly tagSyntax: 'auto_detect' | 'angle_bracket' | 'square_bracket';
  readonly interpolationSyntax: 'legacy' | 'dollar' | 'square_bracket';
  readonly namingConvention: 'auto_detect' | 'legacy' | 'camel_case';
  readonly tabSize: number;
  readonly strictSyntax: boolean;
  readonly whitespaceStripping: boolean;
  /** Name of the output format that templates start with. */
  readonly outputFormat: string;
  readonly autoEscapingPolicy: AutoEscapingPolicy;
  readonly recognizeStandardFileExtensions: boolean;
  /** As a number: 2.3.31 is 2003031. */
  readonly incompatibleImprovements: number;
  /** Which version of the language decides what exists (built-ins, settings); same notation. */
  readonly version: number;
  /** How deeply expressions and directives may nest. */
  readonly maxNesting: number;
}

export type AutoEscapingPolicy = 'enable_if_default' | 'enable_if_supported' | 'disable';

/** 2.3.31 → 2003031. Throws RangeError for what is no version number. */
export function versionNumber(text: string): number {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(text.trim());
  if (match === null) throw new RangeError(`"${text}" is not a version number like 2.3.31`);
  return Number(match[1]) * 1_000_000 + Number(match[2]) * 1_000 + Number(match[3]);
}

/** 2003031 → 2.3.31 */
export function versionText(version: number): string {
  return `${Math.floor(version / 1_000_000)}.${Math.floor(version / 1_000) % 1_000}.${version % 1_000}`;
}

export const DEFAULT_PARSE_SETTINGS: ParseSettings = {
  tagSyntax: 'angle_bracket',
  interpolationSyntax: 'legacy',
  namingConvention: 'auto_detect',
  tabSize: 8,
  strictSyntax: true,
  whitespaceStripping: true,
  outputFormat: 'undefined',
  autoEscapingPolicy: 'enable_if_default',
  recognizeStandardFileExtensions: true,
  incompatibleImprovements: 2_003_031,
  version: 2_003_031,
  maxNesting: 500,
};
