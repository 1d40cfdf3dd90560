import { expect, it } from 'vitest';
import { createTouchId } from './touch-id.ts';

it('asks on a Mac, and only there', async () => {
  const reasons: string[] = [];
  const preferences = {
    canPromptTouchID: () => true,
    async promptTouchID(reason: string) {
      reasons.push(reason);
      if (reason === 'cancel') throw new Error('User canceled');
    },
  };
  const touchId = createTouchId('darwin', preferences);
  expect(touchId?.isAvailable()).toBe(true);
  expect(await touchId?.confirm('apply changes to Acme')).toBe(true);
  expect(await touchId?.confirm('cancel')).toBe(false);
  expect(reasons).toEqual(['apply changes to Acme', 'cancel']);
  expect(createTouchId('win32', preferences)).toBeUndefined();
});
