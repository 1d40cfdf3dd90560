/** Opens a URL or a file in the system browser. `onError` gets why it did not start. */
export async function openUrl(url: string, onError: (error: Error) => void): Promise<void> {
  // Loaded only where something is opened: most starts open nothing.
  const { default: open } = await import('open');
  const browser = await open(url);
  browser.on('error', onError);
}
