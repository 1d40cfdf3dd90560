import type { Page, WebSocketRoute } from '@playwright/test';

export interface HeldMessages {
  /** From now on the page hears nothing of the desk; what it says still arrives. */
  hold(): void;
  /** Whether it has missed a message with these words since then. */
  hasMissed(words: string): boolean;
  /** The page hears everything that it missed, in order. */
  release(): void;
}

/** Stands between the desk and a page. Begin before the page is opened. */
export async function holdMessages(page: Page): Promise<HeldMessages> {
  let missed: { readonly message: string | Buffer; readonly pass: () => void }[] | undefined;
  await page.routeWebSocket(/./, (socket: WebSocketRoute) => {
    const desk = socket.connectToServer();
    desk.onMessage((message) => {
      const pass = () => socket.send(message);
      if (missed === undefined) pass();
      else missed.push({ message, pass });
    });
  });
  return {
    hold() {
      missed ??= [];
    },
    hasMissed: (words) => missed?.some(({ message }) => message.includes(words)) === true,
    release() {
      const held = missed ?? [];
      missed = undefined;
      for (const { pass } of held) pass();
    },
  };
}
