import type { BrowserContext } from '@playwright/test';

/** What a browser itself reports about requests that fail, which tests provoke. */
const ofNetwork = /^(?:Failed to load resource:|WebSocket connection to )/;

/** Warnings and errors of the console, and uncaught errors, of every page of a context. */
export class ConsoleMessages {
  readonly found: string[] = [];
  #isOver = false;

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const isComplaint = ['warning', 'error', 'assert'].includes(message.type());
      if (!isComplaint || ofNetwork.test(message.text())) return;
      const { url, lineNumber } = message.location();
      this.#note(`${message.type()}: ${message.text()} (${url}:${lineNumber})`);
    });
    context.on('weberror', (thrown) => {
      const { message, stack = '' } = thrown.error();
      // Browsers report work that closing a page ends as an error without any text.
      if (message !== '') this.#note(`uncaught: ${stack === '' ? message : stack}`);
    });
  }

  /** What a page says while its server stops is no complaint. */
  end(): void {
    this.#isOver = true;
  }

  #note(complaint: string): void {
    if (!this.#isOver) this.found.push(complaint);
  }
}
