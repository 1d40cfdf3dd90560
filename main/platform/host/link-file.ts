import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../../../languages/text/escape-html.ts';
import { fillFile } from './fill-file.ts';

export interface LinkFile {
  readonly folder: string;
  /** Base name, ending in `.html`. */
  readonly fileName: string;
}

export interface LinkTargets {
  readonly link: string;
  /** Used if the browser can't reach the host of `link`. */
  readonly fallback?: string;
  /** URL that responds to any page if `link` is reachable; required for `fallback`. */
  readonly check?: string;
}

/**
 * Writes a page, readable by its owner only, that redirects a browser to a link. Every user of a machine can read program
 * arguments, so a browser is passed the path of this file instead of the link.
 *
 * @throws the error of the file system.
 */
export async function writeLinkPage(file: LinkFile, targets: LinkTargets): Promise<string> {
  const path = pathOf(file);
  await rm(path, { force: true });
  await fillFile(path, (sink) => sink(pageFor(targets)));
  return path;
}

export async function removeLinkPage(file: LinkFile): Promise<void> {
  await rm(pathOf(file), { force: true });
}

function pathOf({ folder, fileName }: LinkFile): string {
  return join(folder, fileName);
}

function pageFor({ link, fallback, check }: LinkTargets): string {
  const refresh = `<meta http-equiv="refresh" content="0;url=${escapeHtml(link)}">`;
  const hasFallback = fallback !== undefined && check !== undefined;
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="referrer" content="no-referrer">
  ${hasFallback ? `<noscript>${refresh}</noscript>` : refresh}
  <title>Tenant Desk</title>
  <p><a id="link" href="${escapeHtml(link)}">Open Tenant Desk</a></p>
${hasFallback ? fallbackPart(fallback, check) : ''}</html>
`;
}

/** Checks whether the app is reachable: which browsers resolve names under `.localhost` changes, and can't be detected by name. */
function fallbackPart(fallback: string, check: string): string {
  return `  <p>This browser can't open .localhost addresses? <a id="fallback" href="${escapeHtml(fallback)}">Use 127.0.0.1</a></p>
  <script>
    const go = (id) => () => location.replace(document.getElementById(id).href);
    fetch(${JSON.stringify(check).replaceAll('<', String.raw`\u003c`)}, { mode: 'no-cors', cache: 'no-store' }).then(go('link'), go('fallback'));
  </script>
`;
}
