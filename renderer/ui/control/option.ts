import type { IconName } from '../icon/icons.ts';

/** One option of a Select, Combobox, RadioGroup or SegmentedControl. */
export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** A second, quieter text: an explanation or a type. */
  readonly hint?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly disabled?: boolean | undefined;
}
