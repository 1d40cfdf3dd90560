// cspell:ignore gwbhk webbhooks
import { describe, expect, it } from 'vitest';
import { indexCommands, type PaletteCommand } from './palette-match.ts';

const labels = [
  'Go to webhooks',
  'Go to history',
  'Add a trusted origin',
  'Slack: risky sign-ins',
  'Switch tenant',
];

function command(label: string, more: Partial<PaletteCommand> = {}): PaletteCommand {
  return { id: label, label, group: 'Actions', run: () => undefined, ...more };
}

function found(typed: string, commands: readonly PaletteCommand[] = labels.map((label) => command(label))) {
  return indexCommands(commands)
    .find(typed)
    .commands.map(({ label }) => label);
}

describe('finding commands', () => {
  it('shows all in their order for an empty search', () => {
    expect(found('')).toEqual(labels);
    expect(found('  ')).toEqual(labels);
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

  it('ranks the whole label, its beginning, the beginning of a word, then the inside of a word', () => {
    const shuffled = ['A rough old lens', 'Patrol entry', 'Assign role', 'Roles and rights', 'Role'];
    expect(
      found(
        'role',
        shuffled.map((label) => command(label)),
      ),
    ).toEqual(['Role', 'Roles and rights', 'Assign role']);
  });

  it('takes a letter too many and scattered letters only if nothing else matches', () => {
    expect(found('webbhooks')).toEqual(['Go to webhooks']);
    expect(found('gwbhk')).toEqual(['Go to webhooks']);
  });

  it('prefers what was used recently among equally good matches', () => {
    expect(found('item', [command('Item a'), command('Item b', { recency: 0 })])[0]).toBe('Item b');
    expect(found('item', [command('Item'), command('Item b', { recency: 0 })])[0]).toBe('Item');
  });

  it('takes words in any order', () => {
    expect(found('web go')[0]).toBe('Go to webhooks');
    expect(found('ins risky')[0]).toBe('Slack: risky sign-ins');
  });

  it('ignores accents', () => {
    expect(found('zoe', [command('Zoë O’Brien'), command('Zones')])).toContain('Zoë O’Brien');
  });

  it('finds by group, detail and keywords, after the label itself', () => {
    const settings = command('Settings', { group: 'Go to', keywords: 'preferences proxy' });
    const alerts = command('Pager', { group: 'Webhooks', detail: 'SecurityAlert' });
    const proxy = command('Proxy of the lab');
    expect(found('proxy', [settings, alerts, proxy])).toEqual(['Proxy of the lab', 'Settings']);
    expect(found('security', [settings, alerts, proxy])).toEqual(['Pager']);
  });

  it('keeps the given order among equals', () => {
    expect(found('item', [command('Item b'), command('Item a')])).toEqual(['Item b', 'Item a']);
  });

  it('shows thirty matches, and how many there are', () => {
    const many = indexCommands(Array.from({ length: 10_000 }, (_, at) => command(`Application ${at}`)));
    const matches = many.find('application 99');
    expect(matches.commands).toHaveLength(30);
    expect(matches.commands[0]?.label).toBe('Application 99');
    expect(matches.total).toBeGreaterThan(200);
  });
});
