import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { RunInBrowserOptions } from './run-in-browser.ts';
import { runInBrowser } from './run-in-browser.ts';

function fakeDesk(): RunInBrowserOptions['desk'] {
  let links = 0;
  return {
    newLink: () => `http://desk.localhost:1/#token=${(links += 1)}`,
    numericLink: (link) => link.replace('desk.localhost:1', '127.0.0.1:2'),
  };
}

function terminal({ isTTY = true } = {}) {
  const printed: string[] = [];
  const messages: string[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY });
  return {
    printed,
    messages,
    stdin,
    printLink: (url: string) => printed.push(url),
    command: 'npm start',
    say: (line: string) => void messages.push(line),
  };
}

const link = 'http://desk.localhost:1/#token=1';

it('prints the link and opens it', async () => {
  const { printed, ...rest } = terminal();
  const opened: string[] = [];
  await runInBrowser({
    desk: fakeDesk(),
    openLink: (url) => {
      opened.push(url);
      return Promise.resolve();
    },
    ...rest,
  });
  expect(printed).toEqual([link]);
  expect(opened).toEqual([link]);
});

it('prints a new link for Enter, but not on standard output', async () => {
  const { printed, messages, ...rest } = terminal();
  await runInBrowser({ desk: fakeDesk(), openLink: undefined, ...rest });
  rest.stdin.write('\n');
  await expect.poll(() => messages.at(-1)).toBe('http://desk.localhost:1/#token=2');
  expect(printed).toEqual([link]);
});

it('prints a 127.0.0.1 link on request', async () => {
  const { printed, messages, ...rest } = terminal();
  await runInBrowser({ desk: fakeDesk(), openLink: undefined, ...rest });
  expect(messages.join('\n')).toContain('.localhost');
  rest.stdin.write('n\n');
  await expect.poll(() => messages.at(-1)).toBe('http://127.0.0.1:2/#token=2');
  expect(printed).toEqual([link]);
});

it('prints and opens only 127.0.0.1 links if requested at start', async () => {
  const { printed, messages, ...rest } = terminal();
  const opened: string[] = [];
  const openLink = (url: string) => {
    opened.push(url);
    return Promise.resolve();
  };
  await runInBrowser({ desk: fakeDesk(), usesNumericAddress: true, openLink, ...rest });
  rest.stdin.write('\n');
  await expect.poll(() => messages.at(-1)).toBe('http://127.0.0.1:2/#token=2');
  expect([...printed, ...opened].join()).not.toContain('desk.localhost');
});

it('ignores input that is not a terminal', async () => {
  const { messages, printed: _printed, ...rest } = terminal({ isTTY: false });
  await runInBrowser({ desk: fakeDesk(), openLink: undefined, ...rest });
  expect(rest.stdin.listenerCount('data') + rest.stdin.listenerCount('readable')).toBe(0);
  expect(messages).toEqual(['The link works once, within 10 minutes. Run npm start again for a new one.']);
});

it('continues with a message if the browser can’t be opened', async () => {
  const { messages, printed: _printed, ...rest } = terminal({ isTTY: false });
  await runInBrowser({ desk: fakeDesk(), openLink: () => Promise.reject(new Error('no xdg-open')), ...rest });
  expect(messages.join()).toContain('no xdg-open');
});
