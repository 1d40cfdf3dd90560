import type { Desk } from '../../../contract/bridge/desk.ts';
import type { Place } from '../../../contract/links/links.ts';

export interface NoticeParts {
  readonly desk: Pick<Desk, 'on'>;
  /** The browser's notifications; absent where it has none. */
  readonly api: Pick<typeof Notification, 'permission'> &
    (new (title: string, options: NotificationOptions) => Shown);
  readonly hasFocus: () => boolean;
  readonly focus: () => void;
  readonly open: (place: Place, planId: string | undefined) => void;
}

interface Shown {
  onclick: ((event: Event) => void) | null;
  close(): void;
}

/**
 * Shows what ended as notifications of the browser, if the user has allowed them and this tab isn't in front; returns a function
 * that stops this. In Electron, main shows them itself and doesn't send this event.
 */
export function showNotices({ desk, api, hasFocus, focus, open }: NoticeParts): () => void {
  return desk.on('app.notified', ({ event, title, text, place, planId }) => {
    if (api.permission !== 'granted' || hasFocus()) return;
    // Several tabs show the same one: the tag makes them one notification.
    const shown = new api(title, { body: text, tag: `${event} ${planId ?? text}` });
    shown.onclick = () => {
      shown.close();
      focus();
      if (place !== undefined) open(place, planId);
    };
  });
}
