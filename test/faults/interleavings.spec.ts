import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInterleaving } from './interleaving.ts';
import { interleavings } from './interleaving-steps.ts';
import type { Stage } from './stage.ts';
import { openStage } from './stage.ts';

let stage: Stage & AsyncDisposable;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('three app instances and an outside admin that edit the same items', () => {
  /** A share of what `node test/faults/interleave.ts` runs, always the same one. */
  it('lose no edit silently, send nothing twice, and report only the truth, whatever happens in between', async () => {
    await fc.assert(
      fc.asyncProperty(interleavings, async (steps) => {
        expect((await runInterleaving(stage, steps)).problems).toEqual([]);
      }),
      { numRuns: 60, seed: 2026 },
    );
  }, 600_000);

  /** What random interleavings found, made as short as it could be. */
  it('keep later edits of a webhook when an earlier plan of another draft of it ends', async () => {
    const sent = { desk: 'B', does: 'apply', item: 'webhook', place: 0, meanwhile: null } as const;
    const { problems } = await runInterleaving(stage, [
      { ...sent, injected: { fault: 'lose-answer', write: 0 } },
      { ...sent, injected: { fault: 'none', write: 0 } },
      { desk: 'B', does: 'type', item: 'webhook', place: 0 },
    ]);
    expect(problems).toEqual([]);
  });

  it('keep edits typed after a second plan of the same draft had nothing left to do', async () => {
    const sent = { desk: 'A', does: 'apply', item: 'application', place: 0, meanwhile: null } as const;
    const { problems } = await runInterleaving(stage, [
      { ...sent, injected: { fault: 'crash-after', write: 0 } },
      { ...sent, injected: { fault: 'none', write: 0 } },
      { desk: 'A', does: 'type', item: 'application', place: 0 },
    ]);
    expect(problems).toEqual([]);
  });

  it('finish a replacement whose response was lost, although an admin has replaced the same webhook since', async () => {
    const sent = { desk: 'A', does: 'apply', item: 'webhook', place: 0, meanwhile: null } as const;
    const { problems } = await runInterleaving(stage, [
      { ...sent, injected: { fault: 'lose-request', write: 0 } },
      { ...sent, injected: { fault: 'none', write: 0 } },
      { desk: 'none', does: { writes: 'webhook', place: 0 } },
    ]);
    expect(problems).toEqual([]);
  });

  it('create a webhook once although its draft is in two open plans', async () => {
    const sent = { desk: 'A', does: 'apply', item: 'webhook', place: 0, meanwhile: null } as const;
    const { problems } = await runInterleaving(stage, [
      { desk: 'A', does: 'begin a webhook' },
      { ...sent, injected: { fault: 'lose-request', write: 0 } },
      { desk: 'A', does: 'type', item: 'webhook', place: 0 },
      { ...sent, injected: { fault: 'lose-answer', write: 0 } },
    ]);
    expect(problems).toEqual([]);
  });

  it('create a webhook once although one plan of its draft was saved while another was applied', async () => {
    const sent = { does: 'apply', item: 'webhook', place: 0 } as const;
    const none = { fault: 'none', write: 0 } as const;
    const meanwhile = { by: 'next desk', read: 0, item: 'webhook', place: 0 } as const;
    const { problems } = await runInterleaving(stage, [
      { desk: 'B', does: 'begin a webhook' },
      { desk: 'B', does: 'plan', item: 'all' },
      { ...sent, desk: 'A', injected: none, meanwhile },
      { ...sent, desk: 'B', injected: none, meanwhile: null },
    ]);
    expect(problems).toEqual([]);
  });
});
