import { inlineText } from './inline-text.ts';
import type { Inline } from './inline-text.ts';
import type { Message, MessagePart } from './message.ts';
import { partsOf } from './read-message.ts';

/** What the tenant version of the template shows instead. */
export interface MessageDifference {
  /** The earlier content of a part that changed, by its index in reading order; null if the part is new. */
  readonly was: ReadonlyMap<number, readonly Inline[] | null>;
  /** Parts that are no longer shown. */
  readonly removed: readonly MessagePart[];
}

const noDifference: MessageDifference = { was: new Map(), removed: [] };

/**
 * Compares a message with its earlier version. Fields are the same if their names are, other parts by kind and order, after
 * those with the same content.
 */
export function compareMessages(before: Message | undefined, after: Message): MessageDifference {
  if (before === undefined || before.format !== after.format) return noDifference;
  const left = [...partsOf(before)];
  const shown = partsOf(after).map((part, index) => ({ part, index }));
  const take = (isSame: (part: MessagePart) => boolean): MessagePart | undefined => {
    const at = left.findIndex(isSame);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const changed = shown.filter(({ part }) => take((other) => textOf(other) === textOf(part)) === undefined);
  const was = new Map<number, readonly Inline[] | null>();
  for (const { part, index } of changed) {
    const earlier = take((other) => other.kind === part.kind && nameOf(other) === nameOf(part));
    was.set(index, earlier?.content ?? null);
  }
  return { was, removed: left };
}

const nameOf = ({ name }: MessagePart): string => (name === undefined ? '' : inlineText(name));
const textOf = (part: MessagePart): string =>
  JSON.stringify([part.kind, nameOf(part), inlineText(part.content), part.tone ?? '']);
