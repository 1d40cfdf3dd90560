import { escapeHtml } from '../../languages/text/escape-html.ts';

export interface EntrancePage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

interface EntranceParts {
  /** A new one for a browser that has none. */
  readonly privatePath: string;
  /** The requested path and query. */
  readonly target: string;
  /** New at each start of the tenant. */
  readonly storageKey: string;
  readonly nonce: string;
}

/**
 * Redirects a browser to the private path it has stored for this origin. Unlike cookies, its storage belongs
 * to one port. The key prevents an earlier program on the same port from planting a path. Without scripts or
 * storage the path is new each time, and users don't stay signed in.
 */
export function renderEntrance({ privatePath, target, storageKey, nonce }: EntranceParts): EntrancePage {
  const script = `let path=${JSON.stringify(privatePath)};
try{const key=${JSON.stringify(storageKey)};const known=localStorage.getItem(key);
if(known!==null&&/^\\/d\\/[\\w-]{43}$/.test(known))path=known;else{localStorage.clear();localStorage.setItem(key,path)}}catch{}
location.replace(path+location.pathname+location.search)`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title><link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="0;url=${escapeHtml(privatePath + target)}"></noscript></head>
<body><script nonce="${nonce}">${script}</script></body></html>`,
  };
}
