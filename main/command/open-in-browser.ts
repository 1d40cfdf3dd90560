import { hasDisplay } from '../platform/host/has-display.ts';
import { openUrl } from '../platform/host/open-url.ts';

/** Opens URLs in the browser of this machine; undefined where there is none, as on a server. */
export function openInBrowser(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): ((url: string) => Promise<void>) | undefined {
  if (!hasDisplay({ platform, env })) return undefined;
  // Its failure needs no message: the URL is on the terminal, too.
  return (url) => openUrl(url, () => undefined);
}
