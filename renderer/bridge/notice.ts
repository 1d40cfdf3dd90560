import { mount, unmount } from 'svelte';
import type { Refusal } from './greet-desk.ts';
import type { Connection } from './socket-calls.ts';
import BlockingNotice from './BlockingNotice.svelte';
import ConnectionStrip from './ConnectionStrip.svelte';

const notices = {
  refused: {
    title: 'Link expired',
    text: 'Each link opens Tenant Desk once, in one tab. Press Enter in the terminal in which Tenant Desk runs to get a fresh one.',
  },
  unreachable: {
    title: 'Tenant Desk is not running',
    text: 'The program behind this page does not answer. Start it again and open the link that it prints.',
  },
  impostor: {
    title: 'Untrusted server',
    text: 'This page is connected to an unverified server. Nothing was sent. Copy your work, close the tab and open a new link.',
  },
} as const satisfies Record<Refusal, { readonly title: string; readonly text: string }>;

/** Says in place of the desk why it cannot be shown, and what to do. */
export function showBlockingNotice(why: Refusal, target: Element): void {
  mount(BlockingNotice, { target, props: notices[why] });
}

/** A strip at the foot of the desk while the connection is lost. */
export function createConnectionStrip(target: Element): {
  show(why: Exclude<Connection, 'connected'>): void;
  hide(): void;
} {
  let shown: { readonly why: Connection; readonly strip: object } | undefined;

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
        why === 'lost'
          ? 'The connection to Tenant Desk was lost. Retrying…'
          : `${notices[why].title}. ${notices[why].text}`;
      shown = { why, strip: mount(ConnectionStrip, { target, props: { text } }) };
    },
    hide,
  };
}
