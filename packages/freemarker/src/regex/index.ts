export type { StepMeter } from './backtracking-matcher.ts';
export { compileJavaRegex, type JavaRegex, type RegexMatch } from './java-regex.ts';
export { RegexReplacementError, RegexSyntaxError, RegexUnsupportedError } from './regex-errors.ts';
