import { escapeHtml } from '../../languages/text/escape-html.ts';

/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | undefined | readonly Html[];

/** A template tag: inserted values are escaped, unless they are HTML themselves. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let result = texts[0] ?? '';
  parts.forEach((part, index) => {
    result += render(part) + (texts[index + 1] ?? '');
  });
  return { html: result };
}

function render(part: Part): string {
  if (part === null || part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

/** A relative time, with the exact one on hover. */
export function timeAgo(at: number, now: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${ago(now - at)}</time>`;
}

function ago(elapsedMs: number): string {
  const seconds = Math.round(elapsedMs / 1_000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}
