import { hasDisplay } from '../platform/host/has-display.ts';

/** Opens URLs in the browser of this machine; undefined where there is none, as on a server. */
export function openInBrowser(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): ((url: string) => Promise<void>) | undefined {
  if (!hasDisplay({ platform, env })) return undefined;
  return async (url) => {
    const { default: open } = await import('open');
    const browser = await open(url);
    // The URL is on the terminal, too.
    browser.on('error', () => undefined);
    browser.unref();
  };
}
