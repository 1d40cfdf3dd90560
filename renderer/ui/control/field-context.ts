import { getContext, setContext } from 'svelte';

/** What a Field provides to the control inside it: label, hint and error. */
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
 * Excludes the controls in a component from the enclosing Field: for a control made of several, each with its own
 * label. Read the Field before.
 */
export function leaveField(): void {
  setContext(key, undefined);
}
