import type { Page } from 'playwright';
import { build } from 'vite';
import { rootFolder } from '../../../tools/build/bundle.ts';

/** The selector of its text. */
export const bareText = '.cm-content';

const entry = 'virtual:bare-editor';

/**
 * CodeMirror's own minimal setup: a text, its selection, its history and the default keys; no language, no
 * gutter, no completions. Its blinking cursor matters: a page with an animation draws with the screen's
 * refresh, not immediately.
 */
const source = `
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { drawSelection, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
window.bareEditor = new EditorView({
  parent: document.querySelector('main'),
  extensions: [highlightSpecialChars(), history(), drawSelection(), keymap.of([...defaultKeymap, ...historyKeymap])],
});`;

/**
 * Puts a bare CodeMirror into an empty page, in the product's version and with the size of the product's
 * editor.
 */
export async function openBareEditor(
  page: Page,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setContent(`<!doctype html><meta charset="utf-8"><title>Bare editor</title>
    <style>main, .cm-editor { width: ${width}px; height: ${height}px }</style><main></main>`);
  await page.addScriptTag({ content: await bundle() });
  await page.locator(bareText).waitFor();
}

async function bundle(): Promise<string> {
  const built = await build({
    root: rootFolder,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bare-editor',
        resolveId: (id) => (id === entry ? `${rootFolder}bare-editor.js` : undefined),
        load: (id) => (id === `${rootFolder}bare-editor.js` ? source : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const one of outputs) {
    if (!('output' in one)) continue;
    for (const file of one.output) if (file.type === 'chunk') return file.code;
  }
  throw new Error('The bare editor was not built.');
}
