import { describe, expect, it } from 'vitest';
import { explainOrigin, originWarnings } from './explain-origin.ts';

const noteText = (text: string): string =>
  explainOrigin(text)
    .notes.map(({ message }) => message)
    .join(' ');

describe('explainOrigin', () => {
  it('shows what is stored, and no notes when there are none', () => {
    expect(explainOrigin('https://app.acme.example/login?x=1')).toEqual({
      text: 'https://app.acme.example/login?x=1',
      origin: 'app.acme.example',
      notes: [],
    });
  });

  it.each([
    ['null', 'bad', 'every website would be trusted'],
    ['localhost', 'warn', 'the user’s own computer'],
    ['http://localhost:3000', 'warn', 'the user’s own computer'],
    ['app.localhost', 'warn', 'the user’s own computer'],
    ['127.0.0.1', 'warn', 'the user’s own computer'],
    ['[::1]:8080', 'warn', 'the user’s own computer'],
    ['192.0.2.7', 'warn', 'An IP address'],
    ['[2001:db8::1]', 'warn', 'An IP address'],
    ['bücher.example', 'warn', 'Users see this name as “bücher.example”'],
    ['intranet', 'warn', 'without a dot'],
    ['http://app.acme.example', 'warn', 'plain HTTP'],
    ['app.acme.example:8443', 'neutral', 'Only port 8443'],
    ['https://app.acme.example:80', 'neutral', 'Only port 80'],
    ['[2001:db8::1]:8443', 'warn', 'Only port 8443'],
    ['http://app.acme.example:443', 'neutral', 'Only port 443'],
    ['app.acme.example:443', 'neutral', 'Port 443 is a default port'],
    ['https://app.acme.example:443/x', 'neutral', 'Port 443 is the default of its scheme'],
  ])('of %j', (text, tone, part) => {
    const { notes, origin } = explainOrigin(text);
    expect(origin).toBeDefined();
    expect(notes[0]?.tone).toBe(tone);
    expect(noteText(text)).toContain(part);
  });

  it('does not mistake a colon in an IPv6 address or a path for a port', () => {
    expect(noteText('https://app.acme.example/a:80')).toBe('');
    expect(noteText('[2001:db8::1]')).not.toContain('Port');
  });

  it('explains why a text can’t be a trusted origin, and what to do', () => {
    expect(explainOrigin('*.acme.example')).toEqual({
      text: '*.acme.example',
      problem: expect.stringContaining('enter each host without “*”') as unknown,
      notes: [],
    });
  });
});

describe('originWarnings', () => {
  it('names the origin and skips neutral notes', () => {
    expect(originWarnings(['app.acme.example:8443', 'null'])).toEqual([
      expect.stringMatching(/^null: .*every website/) as unknown,
    ]);
  });
});
