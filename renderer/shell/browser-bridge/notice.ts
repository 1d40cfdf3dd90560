import { mount, unmount } from 'svelte';
import type { PageSession } from './page-session.ts';
import BlockingNotice from './BlockingNotice.svelte';
import ConnectionStrip from './ConnectionStrip.svelte';

const notices = {
  refused: {
    title: 'This link no longer works',
    text: 'Each link opens Tenant Desk once. Press Enter in the terminal in which Tenant Desk runs to get a fresh one.',
  },
  unreachable: {
    title: 'Tenant Desk is not running',
    text: 'The program behind this page does not answer. Start it again and open the link that it prints.',
  },
} as const;

/** Says in place of the desk why it cannot be shown, and what to do. */
export function showBlockingNotice(why: Exclude<PageSession, 'admitted'>, target: Element): void {
  mount(BlockingNotice, { target, props: notices[why] });
}

/** A strip at the foot of the desk while the connection is lost. */
export function createConnectionStrip(target: Element): { show(why: PageSession): void; hide(): void } {
  let shown: { readonly why: PageSession; readonly strip: object } | undefined;

  function hide(): void {
    if (shown !== undefined) void unmount(shown.strip);
    shown = undefined;
  }

  return {
    show(why) {
      // The same words again would be announced again, at every try to connect.
      if (shown?.why === why) return;
      hide();
      const text =
        why === 'admitted'
          ? 'The connection to Tenant Desk was lost. Trying again…'
          : `${notices[why].title}. ${notices[why].text}`;
      shown = { why, strip: mount(ConnectionStrip, { target, props: { text } }) };
    },
    hide,
  };
}
