import { getContext, setContext } from 'svelte';

/** What a Field tells the control inside it, so that label, hint and error are tied to it. */
interface FieldContext {
  readonly controlId: string;
  readonly labelId: string;
  /** IDs of hint and error, for `aria-describedby`; undefined when there is neither. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

const key = Symbol('field');

export function provideField(context: FieldContext): void {
  setContext(key, context);
}

/** The enclosing Field, or undefined when the control stands alone and names itself. */
export function enclosingField(): FieldContext | undefined {
  return getContext<FieldContext | undefined>(key);
}

/**
 * Takes the controls in a component out of the enclosing Field: for a control made of several, of which each names itself.
 * Ask for the Field before.
 */
export function leaveField(): void {
  setContext(key, undefined);
}
