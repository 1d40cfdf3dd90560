import { describe, expect, it } from 'vitest';
import { viewStateMethods } from '../../contract/settings/view-state.ts';
import { maxViewStateLength } from '../../contract/settings/view-state-limits.ts';
import { makeTemporaryFolder, startFoundation, tenantAt } from './desk-foundation.ts';

describe('how views were left', () => {
  it('is there after a restart, at whatever address the window is served', async () => {
    const profileFolder = makeTemporaryFolder();
    {
      await using first = startFoundation({ profileFolder });
      first.foundation.viewState.write({ 'split:list': '320', 'desk.rail.folded': 'true' });
      first.foundation.viewState.write({ 'split:list': '360', 'desk.rail.folded': null });
    }
    await using again = startFoundation({ profileFolder });
    expect(again.foundation.viewState.read()).toEqual({ 'split:list': '360' });
  });

  it('goes with its tenant', async () => {
    await using started = startFoundation();
    const { tenants, viewState } = started.foundation;
    const { id } = await tenants.add(tenantAt('https://acme.example'));
    viewState.write({ [`list:applications:${id}`]: '{}', 'split:list': '320' });
    await tenants.remove(id);
    expect(viewState.read()).toEqual({ 'split:list': '320' });
  });

  it('drops what was written longest ago when it becomes too much', async () => {
    await using started = startFoundation();
    const { viewState } = started.foundation;
    const large = 'x'.repeat(maxViewStateLength);
    for (let number = 0; number < 20; number += 1) viewState.write({ [`view:${number}`]: large });
    const saved = Object.keys(viewState.read());
    expect(saved).toHaveLength(15);
    expect(saved).toContain('view:19');
    expect(saved).not.toContain('view:4');
  });

  it('takes no value that is too long, and no key', () => {
    const { input } = viewStateMethods['viewState.write'];
    expect(input.safeParse({ key: 'x'.repeat(maxViewStateLength) }).success).toBe(true);
    expect(input.safeParse({ key: 'x'.repeat(maxViewStateLength + 1) }).success).toBe(false);
    expect(input.safeParse({ ['k'.repeat(201)]: 'x' }).success).toBe(false);
  });
});
