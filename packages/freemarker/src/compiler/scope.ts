import type { MacroElement, PartElement } from '../ast/elements.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import type { CompiledMacro, Execute } from '../runtime/compiled.ts';

/** What compiling an expression or element may ask about its surroundings. */
export interface CompileScope {
  readonly templateName: string;
  readonly settings: ParseSettings;
  /** Each element notes what it printed, where the environment has a trace. */
  readonly isTraced: boolean;
  /** What to do when an element fails outside of `#attempt`. */
  readonly exceptionHandler: 'rethrow' | 'ignore';
  /** Compiles a macro where its definition is met. */
  readonly defineMacro: (element: MacroElement) => CompiledMacro;
  /** Compiles an element that was parsed separately, or reuses the compiled code. */
  readonly compilePart: (part: PartElement) => Execute;
}
