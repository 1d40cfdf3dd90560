import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import { LiveResult } from './live-result.svelte.ts';
import type { LivePreview } from './live-result.svelte.ts';
import PreviewColumn from './PreviewColumn.svelte';

const template = '{\n  "text": "New country"\n}';

it('marks the lines of a part that was chosen before the origin of the output was known', async () => {
  const preview: LivePreview = new LiveResult({ ask: () => new Promise<never>(() => undefined) });
  preview.result = {
    kind: 'preview',
    output: template,
    error: undefined,
    isValidJson: true,
    durationMs: 1,
  };
  const onlines = vi.fn<(lines: readonly number[]) => void>();
  const shown = await render(PreviewColumn, {
    webhook: aWebhook({ requestBody: template }),
    tenantMessage: undefined,
    preview,
    isJson: true,
    view: 'rendered',
    rendering: undefined,
    cursor: 0,
    onorigin: () => undefined,
    onlines,
    actions: createRawSnippet(() => ({ render: () => '<span></span>' })),
  });
  await page.getByRole('option', { name: 'New country' }).click();
  await expect.poll(() => onlines.mock.lastCall).toEqual([[]]);
  const ranges = [{ from: 0, to: template.length, start: 0, end: template.length }];
  await shown.rerender({ rendering: { template, output: template, ranges } });
  await expect.poll(() => onlines.mock.lastCall).toEqual([[2]]);
});
