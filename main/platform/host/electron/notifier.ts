import type { App, Notification, NotificationConstructorOptions } from 'electron';
import type { Notice } from '../../../../contract/app/notifications.ts';

export interface NotifierOptions {
  /** False where the system has no notifications. */
  readonly isSupported: () => boolean;
  readonly create: (options: NotificationConstructorOptions) => Pick<Notification, 'on' | 'show'>;
  readonly app: Pick<App, 'on' | 'setBadgeCount'>;
  /** True if one of our windows has the focus. */
  readonly hasFocus: () => boolean;
  /** Brings a window forward and opens what the notification is about. */
  readonly open: (notice: Notice) => void;
}

/** Shows what ended as notifications of the system while no window has the focus, and counts them on the program's icon. */
export function createNotifier(options: NotifierOptions): (notice: Notice) => void {
  const { app } = options;
  /** Unless they are referenced, they may be collected, and clicks are lost. */
  const shown = new Set<object>();
  let unseen = 0;
  app.on('browser-window-focus', () => {
    if (unseen > 0) app.setBadgeCount(0);
    unseen = 0;
  });
  return (notice) => {
    if (options.hasFocus()) return;
    unseen += 1;
    app.setBadgeCount(unseen);
    if (!options.isSupported()) return;
    const notification = options.create({ title: notice.title, body: notice.text });
    shown.add(notification);
    notification.on('close', () => void shown.delete(notification));
    notification.on('click', () => {
      shown.delete(notification);
      options.open(notice);
    });
    notification.show();
  };
}
