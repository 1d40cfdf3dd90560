import { describe, expect, it } from 'vitest';
import { matchCommands } from './palette-match.ts';

const labels = [
  'Go to webhooks',
  'Go to history',
  'Add a trusted origin',
  'Slack: risky sign-ins',
  'Switch tenant',
];
const commands = labels.map((label) => ({ id: label, label, group: 'Actions', run: () => undefined }));
const found = (typed: string): string[] => matchCommands(commands, typed).map(({ label }) => label);

describe('finding commands', () => {
  it('shows all in their order when nothing is typed', () => {
    expect(found('')).toEqual(labels);
  });

  it('finds by the first letters of words', () => {
    expect(found('gtw')[0]).toBe('Go to webhooks');
    expect(found('st')[0]).toBe('Switch tenant');
  });

  it('prefers a label that begins with the text', () => {
    expect(found('slack')[0]).toBe('Slack: risky sign-ins');
  });

  it('finds nothing when a letter is missing', () => {
    expect(found('zzz')).toEqual([]);
  });
});
