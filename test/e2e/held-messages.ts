import type { Page, WebSocketRoute } from '@playwright/test';

export interface HeldMessages {
  /**
   * From now on, holds the messages that Tenant Desk sends to the page; messages from the page still arrive.
   */
  hold(): void;
  /** Whether a message that contains this text has been held. */
  hasHeld(text: string): boolean;
  /** Delivers the held messages in order. */
  release(): void;
}

/** Intercepts the messages between Tenant Desk and a page. Call it before opening the page. */
export async function holdMessages(page: Page): Promise<HeldMessages> {
  let held: { readonly message: string | Buffer; readonly pass: () => void }[] | undefined;
  await page.routeWebSocket(/./, (socket: WebSocketRoute) => {
    const desk = socket.connectToServer();
    desk.onMessage((message) => {
      const pass = () => socket.send(message);
      if (held === undefined) pass();
      else held.push({ message, pass });
    });
  });
  return {
    hold() {
      held ??= [];
    },
    hasHeld: (text) => held?.some(({ message }) => message.includes(text)) === true,
    release() {
      const released = held ?? [];
      held = undefined;
      for (const { pass } of released) pass();
    },
  };
}
