import type { Inline } from './inline-text.ts';
import type { Place } from './placed-json.ts';

/** A part of a message that can be focused, and has one place in the payload. */
export interface MessagePart {
  readonly kind: 'title' | 'text' | 'note' | 'field' | 'button' | 'image' | 'code' | 'unknown';
  /** The name of a field. */
  readonly name?: readonly Inline[] | undefined;
  readonly content: readonly Inline[];
  readonly place: Place;
  /** Of a button: how important it is. */
  readonly tone?: 'primary' | 'danger' | undefined;
}

/** Parts that belong together: below each other, in two columns, or buttons in a row. */
export interface MessageGroup {
  readonly layout: 'rows' | 'columns' | 'buttons';
  readonly parts: readonly MessagePart[];
  /** The color of the bar beside it; undefined without a bar. */
  readonly bar?: string | undefined;
  /** A line above it. */
  readonly isDivided?: boolean | undefined;
}

export type MessageFormat = 'slack' | 'teams' | 'email';

/** A payload as its receiver would show it. */
export interface Message {
  readonly format: MessageFormat;
  /** Who it comes from and where it goes; undefined if the payload doesn't say. */
  readonly sender?: string | undefined;
  readonly channel?: string | undefined;
  readonly groups: readonly MessageGroup[];
}

export const formatNames: Readonly<Record<MessageFormat, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'Email',
};
