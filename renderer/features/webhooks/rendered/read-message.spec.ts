import { compile, utilsVariable } from '@tenant-desk/freemarker';
import { expect, it } from 'vitest';
import { receivers } from '../receivers/index.ts';
import { sampleEvents } from '../template/sample-events.ts';
import { inlineText } from './inline-text.ts';
import { barColor } from './bar-color.ts';
import { partsOf, readMessage } from './read-message.ts';

const read = (payload: unknown) =>
  readMessage(typeof payload === 'string' ? payload : JSON.stringify(payload));
const linesOf = (payload: unknown) => {
  const message = read(payload);
  return message === undefined
    ? undefined
    : partsOf(message).map(({ kind, name, content }) =>
        [kind, ...(name === undefined ? [] : [inlineText(name)]), inlineText(content)].join(' | '),
      );
};

it('reads the blocks of a Slack message', () => {
  const message = {
    channel: '#identity',
    text: 'For notifications',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'High *risk*' } },
      { type: 'divider' },
      { type: 'section', fields: [{ type: 'mrkdwn', text: '*User*\nZoë' }] },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, style: 'primary' }],
      },
      { type: 'image', image_url: 'https://tracker.example/x.png', alt_text: 'A map' },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'acme &lt;eu&gt;' }] },
      { type: 'video' },
    ],
  };
  expect(linesOf(message)).toEqual([
    'title | High *risk*',
    'text | User\nZoë',
    'button | Open',
    'image | A map',
    'note | acme <eu>',
    'unknown | “video” isn’t drawn',
  ]);
  expect(read(message)).toMatchObject({ format: 'slack', channel: '#identity' });
});

it('reads legacy attachments with their bar, fields and buttons', () => {
  const message = read({
    username: 'Tenant alerts',
    text: '*High* sign-in',
    attachments: [
      {
        color: '#d64545',
        fields: [{ title: 'User', value: 'Zoë', short: true }],
        actions: [{ type: 'button', text: 'Open user', style: 'primary', url: 'javascript:alert(1)' }],
        footer: 'acme.example',
      },
    ],
  });
  expect(message?.groups.map(({ layout, bar, parts }) => [layout, bar, parts.length])).toEqual([
    ['rows', undefined, 1],
    ['columns', '#d64545', 1],
    ['buttons', '#d64545', 1],
    ['rows', '#d64545', 1],
  ]);
  expect(message?.groups[0]?.parts[0]?.content[0]).toEqual({
    text: 'High',
    marks: ['bold'],
    href: undefined,
  });
});

it('reads adaptive cards, in messages and alone, and message cards', () => {
  const card = {
    type: 'AdaptiveCard',
    body: [
      { type: 'TextBlock', text: 'High \\*risk\\*', weight: 'Bolder' },
      { type: 'ColumnSet', columns: [{ type: 'Column', items: [{ type: 'TextBlock', text: 'inside' }] }] },
      { type: 'FactSet', facts: [{ title: 'Reason', value: '[click](https://evil.example)' }] },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open user', url: 'https://acme.example' }],
  };
  const lines = ['title | High *risk*', 'text | inside', 'field | Reason | click', 'button | Open user'];
  expect(linesOf(card)).toEqual(lines);
  const contentType = 'application/vnd.microsoft.card.adaptive';
  expect(linesOf({ type: 'message', attachments: [{ contentType, content: card }] })).toEqual(lines);
  expect(
    linesOf({
      '@type': 'MessageCard',
      summary: 'Sign-in',
      sections: [{ activityTitle: '**Zoë**', facts: [{ name: 'App', value: 'Payroll' }] }],
      potentialAction: [{ '@type': 'OpenUri', name: 'Open' }],
    }),
  ).toEqual(['title | Sign-in', 'title | Zoë', 'field | App | Payroll', 'button | Open']);
});

it('reads emails of the common services', () => {
  expect(
    linesOf({ from: 'a@x.example', to: ['b@x.example'], subject: 'Alert', text: 'Zoë\nsigned in' }),
  ).toEqual([
    'field | From | a@x.example',
    'field | To | b@x.example',
    'field | Subject | Alert',
    'text | Zoë\nsigned in',
  ]);
  expect(
    linesOf({
      personalizations: [{ to: [{ email: 'b@x.example', name: 'Bo' }] }],
      subject: 'Alert',
      content: [{ type: 'text/plain', value: 'Body' }],
    }),
  ).toEqual(['field | To | Bo <b@x.example>', 'field | Subject | Alert', 'text | Body']);
});

it.each([
  '{}',
  '[]',
  '"text"',
  'null',
  '{"text": "only this", "severity": "High"}',
  '{"attachments": []}',
  '{"blocks": [{"id": 1}], "edges": []}',
  '{"subject": "without a body"}',
  'not JSON',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
])('knows no format of %.40s', (payload) => {
  expect(readMessage(payload)).toBeUndefined();
});

it('has the place of each part in the payload', () => {
  const payload = '{"text":"a", "attachments":[{"text":"one \\"quoted\\""}]}';
  const [first, second] = partsOf(readMessage(payload) ?? { format: 'slack', groups: [] });
  expect(payload.slice(first?.place.from, first?.place.to)).toBe('"a"');
  expect(payload.slice(second?.place.from, second?.place.to)).toBe('"one \\"quoted\\""');
});

it('shows mentions and links as text, with their target', () => {
  const [part] = partsOf(
    read({ text: '<!channel> <https://evil.example|Payroll> <@U1|zoe> `a*b*` 2 * 3 * 4' }) ?? {
      format: 'slack',
      groups: [],
    },
  );
  expect(part?.content.map(({ text, href }) => [text, href])).toEqual([
    ['@channel', undefined],
    [' ', undefined],
    ['Payroll', 'https://evil.example'],
    [' ', undefined],
    ['@zoe', undefined],
    [' ', undefined],
    ['a*b*', undefined],
    [' 2 * 3 * 4', undefined],
  ]);
});

it('lets only colors into the style of a bar', () => {
  expect(barColor('#d64545')).toBe('#d64545');
  expect(barColor('36a64f')).toBe('#36a64f');
  expect(barColor('danger')).toBe('var(--color-bad)');
  expect(barColor('red; background: url(https://evil.example)')).toBe('var(--color-line-strong)');
});

it('draws long texts of unfinished marks in no time', () => {
  const before = process.cpuUsage();
  read({ text: '*a _b ~c `d <e **'.repeat(2000) });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2000);
});

it.each(['slack', 'teams'] as const)('knows the message of the template for %s', (id) => {
  const template = receivers.find((receiver) => receiver.id === id)?.requestBody ?? '';
  const [{ columns }] = sampleEvents;
  const model = {
    ...columns,
    event: columns,
    system: { domain: 'acme.example' },
    tenant_id: 'A',
    utils: utilsVariable(),
  };
  const message = readMessage(compile(template)(model));
  expect(message?.format).toBe(id);
  expect(partsOf(message ?? { format: id, groups: [] }).some(({ kind }) => kind === 'unknown')).toBe(false);
});
