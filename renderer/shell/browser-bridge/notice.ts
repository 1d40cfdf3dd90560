import './notice.css';

/** What the page shows in place of the desk when it may not or cannot speak to it. */
export interface BlockingNotice {
  readonly title: string;
  readonly text: string;
}

export const refusedNotice: BlockingNotice = {
  title: 'This link no longer works',
  text: 'Each link opens Tenant Desk once. Press Enter in the terminal in which Tenant Desk runs to get a fresh one.',
};

export const unreachableNotice: BlockingNotice = {
  title: 'Tenant Desk is not running',
  text: 'The program behind this page does not answer. Start it again and open the link that it prints.',
};

export function showBlockingNotice(notice: BlockingNotice, document: Document): void {
  const title = document.createElement('h1');
  title.textContent = notice.title;
  const text = document.createElement('p');
  text.textContent = notice.text;
  const main = document.createElement('main');
  main.className = 'bridge-notice';
  main.append(title, text);
  document.body.replaceChildren(main);
}

/** A strip over the desk while the connection is lost. */
export function createConnectionStrip(document: Document): { show(text: string): void; hide(): void } {
  const strip = document.createElement('div');
  strip.className = 'bridge-strip';
  strip.setAttribute('role', 'alert');
  return {
    show(text) {
      document.body.append(strip);
      if (strip.textContent !== text) strip.textContent = text;
    },
    hide() {
      strip.remove();
    },
  };
}
