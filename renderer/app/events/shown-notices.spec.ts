import { expect, it } from 'vitest';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { showNotices } from './shown-notices.ts';

const notice = {
  event: 'jobs',
  title: 'Job failed',
  text: 'Acme: open it to see the result.',
  place: { scope: 'tenant', tenantId: 'acme', view: 'procedures', rest: ['jobs', 'j1'] },
} as const;

function follow(permission: NotificationPermission, hasFocus = false) {
  const { desk, emit, countListeners } = fakeDesk();
  const created: {
    readonly title: string;
    readonly options: NotificationOptions;
    onclick: (() => void) | null;
  }[] = [];
  const done: string[] = [];
  class Api {
    static readonly permission = permission;
    onclick: (() => void) | null = null;
    readonly title: string;
    readonly options: NotificationOptions;
    constructor(title: string, options: NotificationOptions) {
      this.title = title;
      this.options = options;
      created.push(this);
    }
    close(): void {
      done.push('close');
    }
  }
  const stop = showNotices({
    desk,
    api: Api,
    hasFocus: () => hasFocus,
    focus: () => void done.push('focus'),
    open: (place) => void done.push(place.view),
  });
  emit('app.notified', { ...notice, place: { ...notice.place, rest: [...notice.place.rest] } });
  return { created, done, stop, countListeners };
}

it('shows a notification that the user has allowed, and opens its place on a click', () => {
  const { created, done, stop, countListeners } = follow('granted');
  expect(created).toMatchObject([{ title: notice.title, options: { body: notice.text } }]);
  created[0]?.onclick?.();
  expect(done).toEqual(['close', 'focus', 'procedures']);
  stop();
  expect(countListeners()).toBe(0);
});

it('shows none before the user has allowed it, and none in front of the tab', () => {
  expect(follow('default').created).toEqual([]);
  expect(follow('denied').created).toEqual([]);
  expect(follow('granted', true).created).toEqual([]);
});
