import { describe, expect, it } from 'vitest';
import { explainOrigin, originWarnings } from './explain-origin.ts';

const words = (text: string): string =>
  explainOrigin(text)
    .notes.map(({ words }) => words)
    .join(' ');

describe('explainOrigin', () => {
  it('says what is stored, and nothing more where there is nothing to know', () => {
    expect(explainOrigin('https://app.acme.example/login?x=1')).toEqual({
      text: 'https://app.acme.example/login?x=1',
      origin: 'app.acme.example',
      notes: [],
    });
  });

  it.each([
    ['null', 'bad', 'every page of the web would be trusted'],
    ['localhost', 'warn', 'the computer that the browser runs on'],
    ['http://localhost:3000', 'warn', 'the computer that the browser runs on'],
    ['app.localhost', 'warn', 'the computer that the browser runs on'],
    ['127.0.0.1', 'warn', 'the computer that the browser runs on'],
    ['[::1]:8080', 'warn', 'the computer that the browser runs on'],
    ['192.0.2.7', 'warn', 'A numeric address'],
    ['[2001:db8::1]', 'warn', 'A numeric address'],
    ['bücher.example', 'warn', 'People see this name as “bücher.example”'],
    ['intranet', 'warn', 'without a dot'],
    ['http://app.acme.example', 'warn', 'plain http'],
    ['app.acme.example:8443', 'neutral', 'Only port 8443'],
    ['https://app.acme.example:80', 'neutral', 'Only port 80'],
    ['[2001:db8::1]:8443', 'warn', 'Only port 8443'],
    ['http://app.acme.example:443', 'neutral', 'Only port 443'],
    ['app.acme.example:443', 'neutral', 'Port 443 is a default port'],
    ['https://app.acme.example:443/x', 'neutral', 'Port 443 is what its scheme stands for'],
  ])('of %j', (text, tone, part) => {
    const { notes, origin } = explainOrigin(text);
    expect(origin).toBeDefined();
    expect(notes[0]?.tone).toBe(tone);
    expect(words(text)).toContain(part);
  });

  it('does not take a colon in an IPv6 address or a path for a port', () => {
    expect(words('https://app.acme.example/a:80')).toBe('');
    expect(words('[2001:db8::1]')).not.toContain('Port');
  });

  it('says why a text cannot be a trusted origin, and what to do', () => {
    expect(explainOrigin('*.acme.example')).toEqual({
      text: '*.acme.example',
      problem: expect.stringContaining('enter each host without “*”') as unknown,
      notes: [],
    });
  });
});

describe('originWarnings', () => {
  it('names the origin, and leaves out what does not speak against it', () => {
    expect(originWarnings(['app.acme.example:8443', 'null'])).toEqual([
      expect.stringMatching(/^null: .*every page/) as unknown,
    ]);
  });
});
