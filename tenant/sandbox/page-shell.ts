import { html, type Html } from './page-html.ts';

/**
 * The page layout of every view; `root` is the path of the pages. `isLive` reloads it every three seconds,
 * without a script.
 */
export function pageShell(title: string, root: string, body: Html, isLive = false): string {
  const refresh = isLive ? html`<meta http-equiv="refresh" content="3" />` : '';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh}
        <title>${title}</title>
        <link rel="stylesheet" href="${root}/page/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.html;
}

export function pageHeader(name: string, baseUrl: string, right: Html): Html {
  const mark = name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();
  return html`<header>
    <div>
      <span class="mark" aria-hidden="true">${mark}</span>
      <span
        ><h1>${name}</h1>
        <span class="sub"><code>${baseUrl}</code></span></span
      >
      <span class="sp"></span><span class="tag good">Running</span>${right}
    </div>
  </header>`;
}

/** State of a delivery, as a colored word. */
export function stateTag(delivery: {
  readonly status: string;
  readonly attempts: number;
  readonly kind: string;
}): Html {
  const kind = delivery.kind === 'event' ? '' : html` <span class="tag">${delivery.kind}</span>`;
  if (delivery.status === 'delivered') return html`<span class="tag good">Delivered</span>${kind}`;
  if (delivery.status === 'dead') return html`<span class="tag bad">Failed</span>${kind}`;
  return html`<span class="tag warn">${delivery.attempts === 0 ? 'Pending' : 'Retrying'}</span>${kind}`;
}
