import { expect, it } from 'vitest';
import { compareMessages } from './compare-message.ts';
import { inlineText } from './inline-text.ts';
import { partsOf, readMessage } from './read-message.ts';

const slack = (text: string, fields: Readonly<Record<string, string>>) => {
  const list = Object.entries(fields).map(([title, value]) => ({ title, value }));
  const message = readMessage(JSON.stringify({ text, attachments: [{ fields: list }] }));
  if (message === undefined) throw new Error('The payload has no known format.');
  return message;
};

function differenceOf(before: ReturnType<typeof slack>, after: ReturnType<typeof slack>) {
  const { was, removed } = compareMessages(before, after);
  const parts = partsOf(after);
  return {
    was: Object.fromEntries(
      [...was].map(([index, content]) => [
        inlineText(parts[index]?.content ?? []),
        content === null ? null : inlineText(content),
      ]),
    ),
    removed: removed.map(({ content }) => inlineText(content)),
  };
}

it('finds nothing in equal messages', () => {
  const message = slack('Alert', { User: 'Zoë' });
  expect(differenceOf(message, slack('Alert', { User: 'Zoë' }))).toEqual({ was: {}, removed: [] });
});

it('finds changed, new and removed parts', () => {
  const before = slack('Alert', { User: 'zoe', App: 'Payroll', From: '10.0.0.1' });
  const after = slack('High risk', { App: 'Payroll', User: 'Zoë', Reason: 'New country' });
  expect(differenceOf(before, after)).toEqual({
    was: { 'High risk': 'Alert', Zoë: 'zoe', 'New country': null },
    removed: ['10.0.0.1'],
  });
});

it('compares only messages of the same format', () => {
  const email = readMessage(JSON.stringify({ subject: 'Alert', text: 'Body', to: 'a@acme.example' }));
  expect(compareMessages(email, slack('Alert', {}))).toEqual({ was: new Map(), removed: [] });
});
