import { escapeHtml } from '../../languages/text/escape-html.ts';

const STYLE = `
:root{color-scheme:light dark;--canvas:oklch(97.6% .003 265);--surface:oklch(100% 0 0);--line:oklch(89% .006 265);--text:oklch(24% .015 265);--quiet:oklch(46% .015 265);--accent:oklch(50% .19 268);--on-accent:oklch(99% 0 0);--soft:oklch(95.2% .025 268);--bad:oklch(48% .19 25);--bad-soft:oklch(95.8% .025 25);--warn:oklch(45% .11 70);--warn-soft:oklch(96% .045 85)}
@media (prefers-color-scheme:dark){:root{--canvas:oklch(18% .012 265);--surface:oklch(22.5% .013 265);--line:oklch(33% .013 265);--text:oklch(93.5% .006 265);--quiet:oklch(75% .012 265);--accent:oklch(72% .14 268);--on-accent:oklch(18% .02 265);--soft:oklch(29% .06 268);--bad:oklch(78% .14 25);--bad-soft:oklch(30% .06 25);--warn:oklch(82% .12 80);--warn-soft:oklch(31% .045 75)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
main{width:100%;max-width:400px;background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:28px 28px 24px;box-shadow:0 12px 40px oklch(20% .02 265/.08)}
h1{margin:14px 0 4px;font-size:21px;line-height:1.25;letter-spacing:-.01em}
p{margin:0 0 12px}.quiet{color:var(--quiet);font-size:13.5px}
.hint{margin:6px 0 0;color:var(--quiet);font-size:12.5px}
.badge{display:inline-flex;align-items:center;gap:7px;padding:3px 10px;border-radius:99px;background:var(--warn-soft);color:var(--warn);font-size:12px;font-weight:600}
label{display:block;margin:14px 0 5px;font-size:13px;font-weight:600}
input{width:100%;height:40px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--canvas);color:inherit;font:inherit}
button,.button{display:inline-flex;align-items:center;justify-content:center;width:100%;height:42px;margin-top:18px;padding:0 16px;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer;text-decoration:none}
button.plain{margin-top:8px;background:transparent;color:var(--quiet);border-color:var(--line)}
:is(input,button,a,summary):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.alert{margin:14px 0 0;padding:10px 12px;border-radius:8px;background:var(--bad-soft);color:var(--bad);font-size:14px}
details{margin-top:18px;border-top:1px solid var(--line);padding-top:14px;font-size:14px}summary{cursor:pointer;color:var(--quiet);border-radius:4px}
ul{list-style:none;margin:10px 0 0;padding:0;max-height:224px;overflow:auto}
li a{display:flex;flex-direction:column;padding:6px 10px;border-radius:8px;color:inherit;text-decoration:none}li a:hover{background:var(--soft)}li span{color:var(--quiet);font-size:12.5px}
code{font-size:13px}
h2{margin:18px 0 0;font-size:14px}
.facts{max-height:none;padding-left:0}.facts li{display:flex;flex-direction:column;padding:8px 0;border-top:1px solid var(--line)}.facts li:first-child{border-top:0}.facts li{overflow-wrap:anywhere}
`;

/** A small page of the tenant: no script, one style for sign-in, sign-out and errors. `body` is HTML. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

/** Headers for such a page. `formTargets` are further origins to which the form's response may redirect. */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const targets = ["'self'", ...formTargets].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
