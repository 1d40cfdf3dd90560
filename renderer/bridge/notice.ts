import { mount, unmount } from 'svelte';
import type { RejectionReason } from './handshake.ts';
import type { Connection } from './socket-calls.ts';
import BlockingNotice from './BlockingNotice.svelte';
import ConnectionStrip from './ConnectionStrip.svelte';

const notices = {
  rejected: {
    title: 'Link expired',
    text: 'Each link works once, within 10 minutes. Run npm start again, or press Enter in its terminal, to get a new one.',
  },
  unreachable: {
    title: 'Tenant Desk is not running',
    text: 'This page can’t reach Tenant Desk. Start it again and open the new link.',
  },
  impostor: {
    title: 'Untrusted server',
    text: 'This page is connected to an unverified server. Nothing was sent. Copy your work, close the tab and open a new link.',
  },
} as const satisfies Record<RejectionReason, { readonly title: string; readonly text: string }>;

/** Shows, instead of the app, why it cannot be shown and what to do. */
export function showBlockingNotice(why: RejectionReason, target: Element): void {
  mount(BlockingNotice, { target, props: notices[why] });
}

/** A strip at the bottom of the app while the connection is lost. */
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
      // Setting the same text again would announce it again, at every attempt to connect.
      if (shown?.why === why) return;
      hide();
      const text =
        why === 'lost'
          ? 'Connection to Tenant Desk lost. Retrying…'
          : `${notices[why].title}. ${notices[why].text}`;
      shown = { why, strip: mount(ConnectionStrip, { target, props: { text } }) };
    },
    hide,
  };
}
