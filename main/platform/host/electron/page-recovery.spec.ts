import type { BaseWindow, Dialog, MessageBoxOptions, MessageBoxReturnValue } from 'electron';
import { expect, it } from 'vitest';
import { asBrowserWindow, FakeWindow } from '../../../../test/fakes/electron/fake-window.ts';
import { recoverPage } from './page-recovery.ts';

/** A window and its dialogs: each waits for `respond`, or for its signal. */
function open() {
  const window = new FakeWindow(
    {},
    { load: async () => undefined, withheld: new Set(), noticeClosed: () => undefined },
  );
  const boxes: { readonly box: MessageBoxOptions; respond(response: number): void }[] = [];
  function showMessageBox(
    _window: BaseWindow | MessageBoxOptions,
    box?: MessageBoxOptions,
  ): Promise<MessageBoxReturnValue> {
    if (box === undefined) throw new Error('The question belongs to the window.');
    return new Promise((resolve) => {
      const respond = (response: number) => resolve({ response, checkboxChecked: false });
      boxes.push({ box, respond });
      box.signal?.addEventListener('abort', () => respond(box.cancelId ?? 0));
    });
  }
  recoverPage(asBrowserWindow(window), {
    dialog: { showMessageBox } satisfies Pick<Dialog, 'showMessageBox'>,
    now: () => 0,
  });
  return { window, contents: window.webContents, boxes };
}

it('asks once about a page that does not respond', () => {
  const { window, boxes } = open();
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(boxes.map(({ box }) => box.buttons)).toEqual([['Wait', 'Reload']]);
});

it('waits if the user chooses to, and asks again the next time', async () => {
  const { window, contents, boxes } = open();
  window.emit('unresponsive');
  boxes[0]?.respond(0);
  await new Promise(setImmediate);
  expect([contents.endings, contents.reloads]).toEqual([0, 0]);
  window.emit('unresponsive');
  expect(boxes.length).toBe(2);
});

it('closes the dialog when the page responds again', async () => {
  const { window, contents, boxes } = open();
  window.emit('unresponsive');
  window.emit('responsive');
  await new Promise(setImmediate);
  expect(boxes[0]?.box.signal?.aborted).toBe(true);
  expect([contents.endings, contents.reloads]).toEqual([0, 0]);
});

it('ends a stuck page and reloads it in another process, without reporting a crash', async () => {
  const { window, contents, boxes } = open();
  window.emit('unresponsive');
  boxes[0]?.respond(1);
  await expect.poll(() => contents.endings).toBe(1);
  await new Promise(setImmediate);
  expect(contents.reloads).toBe(1);
  expect(boxes.length).toBe(1);
  contents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(boxes.at(-1)?.box.message).toContain('reloaded');
});

it('closes the dialog when the unresponsive page crashes', async () => {
  const { window, contents, boxes } = open();
  window.emit('unresponsive');
  contents.emit('render-process-gone', {}, { reason: 'oom' });
  expect(boxes[0]?.box.signal?.aborted).toBe(true);
  await new Promise(setImmediate);
  expect([contents.endings, contents.reloads]).toEqual([0, 1]);
});
