import { existsSync } from 'node:fs';
import { posix, sep } from 'node:path';

export interface BrokenLink {
  readonly document: string;
  readonly line: number;
  readonly link: string;
  readonly reason: string;
}

/**
 * Broken relative links and anchors in Markdown documents. Links to other sites aren't checked: the result
 * must not depend on a network.
 */
export function brokenLinks(
  documents: readonly string[],
  read: (path: string) => string,
  exists: (path: string) => boolean = existsSync,
): readonly BrokenLink[] {
  return documents.flatMap((each) => {
    const document = each.split(sep).join('/');
    return linksIn(read(each)).flatMap(({ line, link }) => {
      const reason = whyBroken(document, link, { read, exists });
      return reason === undefined ? [] : [{ document, line, link, reason }];
    });
  });
}

function whyBroken(
  document: string,
  link: string,
  { read, exists }: { readonly read: (path: string) => string; readonly exists: (path: string) => boolean },
): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : posix.join(posix.dirname(document), decodeURI(path));
  if (!exists(target)) return 'file not found';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsIn(read(target)).has(anchor) ? undefined : `heading not found in ${target}`;
}

/** Lines of a document that aren't code, with 1-based numbers. */
function proseOf(text: string): readonly { readonly line: number; readonly prose: string }[] {
  let isCode = false;
  return text.split('\n').flatMap((prose, index) => {
    const isFence = /^\s*(```|~~~)/.test(prose);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? [] : [{ line: index + 1, prose }];
  });
}

function linksIn(text: string): readonly { readonly line: number; readonly link: string }[] {
  return proseOf(text).flatMap(({ line, prose }) => {
    const plain = prose.replaceAll(/`[^`]*`/g, '');
    const inline = [...plain.matchAll(/\]\(<?([^\s)>]+)>?[^)]*\)/g)];
    const defined = [...plain.matchAll(/^\s*\[[^\]]+\]:\s+<?([^\s>]+)/g)];
    return [...inline, ...defined].map(([, link = '']) => ({ line, link })).filter(({ link }) => isOwn(link));
  });
}

/** Whether a link stays in the repository. */
function isOwn(link: string): boolean {
  return !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link);
}

/**
 * GitHub's anchors for headings: lower case, without punctuation, spaces as hyphens, numbered if repeated.
 */
function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { prose } of proseOf(text)) {
    const [, heading] = /^#{1,6}\s+(.+?)\s*#*$/.exec(prose) ?? [];
    if (heading === undefined) continue;
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const plain = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = plain;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${plain}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
