import { EventEmitter } from 'node:events';
import type { Notification, NotificationConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { asApp, FakeApp } from '../../../../test/fakes/electron/fake-app.ts';
import type { Notice } from '../../../../contract/app/notifications.ts';
import { createNotifier } from './notifier.ts';

const notice: Notice = { event: 'exports', title: 'Export finished', text: '3 rows written.' };

function open({ isSupported = true } = {}) {
  const app = new FakeApp({ appFolder: '', homeFolder: '', isPackaged: true, getsLock: true });
  const shown: { readonly options: NotificationConstructorOptions; readonly events: EventEmitter }[] = [];
  const opened: Notice[] = [];
  const state = { hasFocus: false };
  const notify = createNotifier({
    isSupported: () => isSupported,
    create(options) {
      const events = new EventEmitter();
      const show = (): void => void shown.push({ options, events });
      return Object.assign(events, { show }) as unknown as Notification;
    },
    app: asApp(app),
    hasFocus: () => state.hasFocus,
    open: (clicked) => void opened.push(clicked),
  });
  return { app, shown, opened, state, notify };
}

it('reports nothing while a window has the focus', () => {
  const { notify, state, shown, app } = open();
  state.hasFocus = true;
  notify(notice);
  expect(shown).toEqual([]);
  expect(app.badgeCount).toBe(0);
});

it('opens what was clicked, and counts on the icon until a window has the focus', () => {
  const { notify, shown, opened, app } = open();
  notify(notice);
  notify({ ...notice, text: '4 rows written.' });
  expect(shown.map(({ options }) => options)).toEqual([
    { title: 'Export finished', body: '3 rows written.' },
    { title: 'Export finished', body: '4 rows written.' },
  ]);
  expect(app.badgeCount).toBe(2);
  shown[1]?.events.emit('click');
  expect(opened).toEqual([{ ...notice, text: '4 rows written.' }]);
  app.emit('browser-window-focus');
  expect(app.badgeCount).toBe(0);
});

it('only counts where the system has no notifications', () => {
  const { notify, shown, app } = open({ isSupported: false });
  notify(notice);
  expect(shown).toEqual([]);
  expect(app.badgeCount).toBe(1);
});
