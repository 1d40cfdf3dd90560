import { emailMessage } from './email-message.ts';
import type { Message, MessagePart } from './message.ts';
import { readPlacedJson } from './placed-json.ts';
import { slackMessage } from './slack-message.ts';
import { teamsMessage } from './teams-message.ts';

/** More aren't drawn: no receiver accepts them. */
const maxParts = 200;

/** The message in a payload; undefined if it has no known format. */
export function readMessage(payload: string): Message | undefined {
  const root = readPlacedJson(payload);
  if (root === undefined) return undefined;
  const message = teamsMessage(root) ?? emailMessage(root) ?? slackMessage(root);
  return message === undefined || partsOf(message).length === 0 ? undefined : shortened(message);
}

/** All parts of a message, in reading order. */
export function partsOf({ groups }: Message): readonly MessagePart[] {
  return groups.flatMap(({ parts }) => parts);
}

function shortened(message: Message): Message {
  let left = maxParts;
  const groups = message.groups.map((group) => {
    const parts = group.parts.slice(0, left);
    left -= parts.length;
    return { ...group, parts };
  });
  return { ...message, groups: groups.filter(({ parts }) => parts.length > 0) };
}
