import type { IconName } from '../icon/icons.ts';
import type { Tone } from '../text/tone.ts';

/** One tab of a Tabs list. */
export interface Tab<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
  readonly tag?: string | undefined;
  /** Tone of the count or tag. */
  readonly tone?: Tone | undefined;
  readonly icon?: IconName | undefined;
  /** Has changes that are not applied yet. */
  readonly dirty?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}
