import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { CodeHover } from './code-diagnostic.ts';
import CodeEditor from './CodeEditor.svelte';
import { flushPendingEdits } from './held-keys.ts';

// An editor is as high as its container.
beforeEach(() => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = 'body > div { height: 300px }';
  onTestFinished(() => style.remove());
});

const value = '{ "who": "${user?upper_case}" }';
const from = value.indexOf('upper_case');
const help: CodeHover = {
  from,
  to: from + 'upper_case'.length,
  title: '?upper_case (string → string)',
  text: 'In upper case.',
  example: '${"ann"?upper_case} prints ANN',
};

it('shows documentation of the name under the pointer, also if it arrives later', async () => {
  const requested: string[] = [];
  const received = Promise.withResolvers<CodeHover>();
  await render(CodeEditor, {
    value,
    language: 'freemarker',
    ariaLabel: 'Template',
    hover: (text, offset) => {
      requested.push(text.slice(offset - 1, offset + 1));
      return received.promise;
    },
  });
  const editor = page.getByRole('textbox', { name: 'Template' });
  await expect.element(editor).toHaveTextContent(value);
  await userEvent.hover(editor.getByText('upper_case'));
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  expect(value.slice(help.from, help.to)).toContain(requested[0]);
  await expect.element(page.getByText(help.text)).not.toBeInTheDocument();
  received.resolve(help);
  await expect.element(page.getByText(help.title)).toBeVisible();
  await expect.element(page.getByText(help.text)).toBeVisible();
  await expect.element(page.getByText('prints ANN')).toBeVisible();
});

it('asks for a new name with F2, says why one is rejected, and renames every occurrence as one undo step', async () => {
  const text = '<#assign who = 1>${who}';
  const received: string[] = [];
  await render(CodeEditor, {
    value: text,
    language: 'freemarker',
    ariaLabel: 'Template',
    startAt: 10,
    onchange: (changed) => received.push(changed),
    renaming: {
      find: async () => await Promise.resolve({ name: 'who', from: 9, to: 12, places: 2 }),
      rename: async (_text, _offset, to) =>
        await Promise.resolve(
          to === 'as'
            ? { rejection: 'as is a word of the language.' }
            : {
                edits: [
                  { from: 9, to: 12, insert: to },
                  { from: 19, to: 22, insert: to },
                ],
              },
        ),
    },
  });
  const editor = page.getByRole('textbox', { name: 'Template' });
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('{F2}');
  const field = page.getByRole('textbox', { name: 'Rename who in 2 places' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('as{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('as is a word of the language.');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('{F2}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('name{Enter}');
  await expect.element(editor).toHaveTextContent('<#assign name = 1>${name}');
  await expect.element(editor).toHaveFocus();
  await expect.poll(() => received).toEqual(['<#assign name = 1>${name}']);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(editor).toHaveTextContent(text);
});

it('shows documentation of the name at the cursor with Shift+F1, until Escape', async () => {
  await render(CodeEditor, {
    value,
    language: 'freemarker',
    ariaLabel: 'Template',
    startAt: value.indexOf('upper') + 2,
    hover: () => help,
  });
  await expect.element(page.getByRole('textbox', { name: 'Template' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{F1}{/Shift}');
  await expect.element(page.getByText(help.text)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(help.text)).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Template' })).toHaveFocus();
});

it('accepts a text with other line endings, reports no change, and keeps them in every line', async () => {
  const received: string[] = [];
  const props = {
    language: 'text',
    ariaLabel: 'Text',
    startAt: 0,
    onchange: (changed: string) => received.push(changed),
  } as const;
  const { rerender } = await render(CodeEditor, { ...props, value: 'one\ntwo\nthree' });
  const editor = page.getByRole('textbox', { name: 'Text' });
  await expect.element(editor).toHaveFocus();
  await expect.element(page.getByRole('note')).not.toBeInTheDocument();
  await rerender({ ...props, value: 'one\r\n2\r\nthree' });
  await expect.element(page.getByRole('note', { name: 'Line endings: CRLF' })).toHaveTextContent('CRLF');
  await expect.element(editor).toHaveTextContent('2');
  await userEvent.keyboard('!');
  await expect.poll(() => received.length).toBeGreaterThan(0);
  expect(received).toEqual(['!one\r\n2\r\nthree']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => received.at(-1)).toBe('!\r\none\r\n2\r\nthree');
});

it('changes line endings only in new lines, and returns the original text once all is undone', async () => {
  const received: string[] = [];
  const text = 'one\r\ntwo\nthree\r\nfour\rfive';
  await render(CodeEditor, {
    value: text,
    language: 'text',
    ariaLabel: 'Text',
    startAt: 8,
    onchange: (changed: string) => received.push(changed),
  });
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
  await expect.element(page.getByRole('note', { name: 'Line endings: mixed' })).toBeVisible();
  await userEvent.keyboard('!{Enter}');
  await expect.poll(() => received.at(-1)).toBe('one\r\ntwo\n!\r\nthree\r\nfour\rfive');
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.poll(() => received.at(-1)).toBe(text);
});

it('marks problems at its edge, goes to one on click, and is hidden from screen readers', async () => {
  const lines = Array.from({ length: 200 }, (_each, index) => `line ${index}`);
  const text = lines.join('\n');
  const place = (line: string, severity: 'error' | 'warning') => {
    const at = text.indexOf(line);
    return { from: at, to: at + line.length, severity, message: 'Wrong.' };
  };
  const cursors: number[] = [];
  const shown = await render(CodeEditor, {
    value: text,
    language: 'text',
    ariaLabel: 'Lines',
    diagnostics: [place('line 10\n', 'warning'), place('line 150', 'error')],
    oncursor: (offset) => cursors.push(offset),
  });
  const editor = page.getByRole('textbox', { name: 'Lines' });
  await expect.element(editor).toBeVisible();
  const strip = () => document.querySelector<HTMLElement>('.cm-problemMap');
  const marks = () => [...(strip()?.querySelectorAll('i') ?? [])];
  await expect.poll(() => marks().map(({ className }) => className)).toEqual(['warning', 'error']);
  expect(strip()?.ariaHidden).toBe('true');
  marks()[1]?.dispatchEvent(
    new MouseEvent('mousedown', { bubbles: true, clientY: marks()[1]?.getBoundingClientRect().top ?? 0 }),
  );
  expect(cursors.at(-1)).toBe(text.indexOf('line 150'));
  await expect.element(editor).toHaveFocus();
  await shown.rerender({ diagnostics: [] });
  await expect.poll(() => strip()?.hidden).toBe(true);
});

it.each([
  ['left', async () => await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }))],
  ['run', async () => await userEvent.keyboard('{Control>}{Enter}{/Control}')],
])('opens no completion list after it is %s', async (what, leave) => {
  const requested = Promise.withResolvers<undefined>();
  const response = Promise.withResolvers<{ from: number; options: { label: string }[] }>();
  const ran: string[] = [];
  await render(CodeEditor, {
    value: '',
    language: 'sql',
    ariaLabel: 'Query',
    onrun: (text) => ran.push(text),
    complete: () => {
      requested.resolve(undefined);
      return response.promise;
    },
  });
  const other = Object.assign(document.createElement('button'), { textContent: 'Elsewhere' });
  document.body.append(other);
  onTestFinished(() => other.remove());
  const editor = page.getByRole('textbox', { name: 'Query' });
  await userEvent.click(editor);
  await userEvent.keyboard('sel');
  await requested.promise;
  await leave();
  response.resolve({ from: 0, options: [{ label: 'select' }] });
  await response.promise;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  expect(ran).toEqual(what === 'run' ? ['sel'] : []);
});

it('passes on a short text with the key, and publishes a change after the frame, on another action or on request', async () => {
  const received: string[] = [];
  const shown = await render(CodeEditor, {
    value: '',
    ariaLabel: 'Template',
    autofocus: true,
    ontyping: (text) => received.push(`typing ${text}`),
    onchange: (text) => received.push(`change ${text}`),
  });
  const editor = page.getByRole('textbox', { name: 'Template' });
  await expect.element(editor).toHaveFocus();
  const content = editor.element();
  const type = async (text: string): Promise<void> => {
    document.execCommand('insertText', false, text);
    // The editor checks the typed text; no frame can be drawn until then.
    await Promise.resolve();
  };
  await type('a');
  expect(received).toEqual(['typing a']);
  await expect.poll(() => received).toEqual(['typing a', 'change a']);
  await type('b');
  content.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(received.slice(2)).toEqual(['typing ab', 'change ab']);
  await type('c');
  flushPendingEdits();
  expect(received.slice(4)).toEqual(['typing abc', 'change abc']);
  received.length = 0;
  await shown.rerender({ value: 'x'.repeat(20_000) });
  await expect.element(editor).toHaveTextContent('xxx');
  received.length = 0;
  await type('c');
  expect(received).toEqual([]);
  await expect.poll(() => received.map((text) => text.slice(0, 8))).toEqual(['change x']);
});

it('marks invisible characters, and leaves emoji alone', async () => {
  await render(CodeEditor, { value: 'a\u202Eb\u00A0c 👩\u200D👧', language: 'text', ariaLabel: 'Marks' });
  const editor = page.getByRole('textbox', { name: 'Marks' });
  await expect.element(editor.getByRole('img', { name: 'U+202E RIGHT-TO-LEFT OVERRIDE' })).toBeVisible();
  await expect.element(editor.getByRole('img', { name: 'U+00A0 NO-BREAK SPACE' })).toBeVisible();
  expect(editor.getByRole('img').elements()).toHaveLength(2);
});
