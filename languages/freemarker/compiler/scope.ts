import type { MacroElement } from '../ast/elements.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';

/** What compiling an expression or element may ask about its surroundings. */
export interface CompileScope {
  readonly parsed: ParsedTemplate;
  readonly settings: ParseSettings;
  /** Each element notes what it printed, where the environment has a trace. */
  readonly isTraced: boolean;
  /** What to do when an element fails outside of `#attempt`. */
  readonly exceptionHandler: 'rethrow' | 'ignore';
  /** The template that is being compiled, complete once compiling has ended. */
  readonly template: () => CompiledTemplate;
  /** Compiles a macro where its definition is met. */
  readonly defineMacro: (element: MacroElement) => void;
}
