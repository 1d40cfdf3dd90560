import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../languages/text/escape-html.ts';

/** The page shown in the browser after the sign-in callback. */
export interface CallbackPage {
  readonly status: number;
  readonly heading: string;
  readonly text: string;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { max-width: 30rem; padding: 2rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 0.5rem; font-weight: 600; }
p { margin: 0; overflow-wrap: anywhere; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has no script, loads nothing, isn't cached, and sends no referrer. */
export const callbackPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  connection: 'close',
};

export function renderCallbackPage({ heading, text }: CallbackPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)} - Tenant Desk</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</body>
</html>
`;
}
