import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

/** A file of the view that an empty profile opens with. */
const component = 'renderer/features/tenants/TenantsView.svelte';
const side = 24;

/** Edits a component in a copy of the sources, and watches the page for the edit. */
export function editedPage(folder: string, page: Page) {
  const file = join(folder, component);
  const original = readFileSync(file, 'utf8');
  let edits = 0;

  const look = async (): Promise<string> =>
    (await page.screenshot({ clip: { x: 0, y: 0, width: side, height: side } })).toString('base64');

  return {
    /** Milliseconds from saving a component to the changed pixels. `afterSave` does what else is needed. */
    async edit(afterSave: () => Promise<unknown> = () => Promise.resolve()): Promise<number> {
      const before = await look();
      edits += 1;
      const color = `rgb(${(edits * 40) % 256}, ${(edits * 90) % 256}, 200)`;
      const id = `edit-${edits}`;
      const mark = `<div id="${id}" style="position: fixed; inset: 0 auto auto 0; z-index: 9999; width: ${side}px; height: ${side}px; background: ${color}"></div>`;
      const startedAt = performance.now();
      writeFileSync(file, `${original}\n${mark}\n`);
      await afterSave();
      await page.locator(`#${id}`).waitFor();
      // The edit is in the document; its pixels may follow a frame later.
      let now = await look();
      while (now === before) now = await look();
      return performance.now() - startedAt;
    },
  };
}
