import { EventEmitter } from 'node:events';
import type { WebContents, WebFrameMain, WindowOpenHandlerResponse, HandlerDetails } from 'electron';

export type FakeFrame = Pick<WebFrameMain, 'url'>;

type FakedContents = Pick<
  WebContents,
  'forcefullyCrashRenderer' | 'getURL' | 'reload' | 'send' | 'setWindowOpenHandler' | 'zoomLevel'
>;

/** The contents of a window: calls by main are recorded, and `emit` simulates Electron's events. */
export class FakeContents extends EventEmitter implements FakedContents {
  readonly mainFrame: { url: string } = { url: 'about:blank' };
  readonly sent: { readonly channel: string; readonly args: readonly unknown[] }[] = [];
  reloads = 0;
  /** How often the page's process was ended. */
  endings = 0;
  zoomLevel = 0;
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;

  send(channel: string, ...args: unknown[]): void {
    // Messages to the page are copied by structured clone: values that can't be cloned must fail here too.
    const copied = structuredClone(args);
    this.sent.push({ channel, args: copied });
    this.emit('fake:send', channel, copied);
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  reload(): void {
    this.reloads += 1;
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
  }

  forcefullyCrashRenderer(): void {
    this.endings += 1;
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }));
  }

  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler;
  }

  /** The decision on a page's attempt to open a window. */
  tryToOpen(url: string): WindowOpenHandlerResponse['action'] {
    const details: HandlerDetails = {
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'no-referrer' },
    };
    return this.#openHandler?.(details).action ?? 'allow';
  }

  /** Whether main allows the event's default. */
  tryEvent(name: string, details: object, ...args: readonly unknown[]): boolean {
    let isPrevented = false;
    this.emit(name, { ...details, preventDefault: () => (isPrevented = true) }, ...args);
    return !isPrevented;
  }
}
