/** What pages of this origin say to each other. Pages of other origins, also on other ports, hear nothing. */
type TabMessage =
  | { readonly type: 'wanted'; readonly id: string }
  | { readonly type: 'link'; readonly id: string; readonly token: string };

const channelName = 'tenant-desk.tabs';
/** How long a tab opened by hand waits for another one, ms: they are on this machine. */
const patienceMs = 1500;

type Channels = Pick<typeof globalThis, 'BroadcastChannel'>;

/**
 * For a tab that was opened by hand, such as with a copied link: asks the other tabs for a token that can be exchanged
 * once for a session. Undefined if none of them is connected.
 */
export function askOtherTabs({ BroadcastChannel }: Channels, id: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (token: string | undefined): void => {
      clearTimeout(timer);
      channel.close();
      resolve(token);
    };
    const timer = setTimeout(() => finish(undefined), patienceMs);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isTabMessage(data) && data.type === 'link' && data.id === id) finish(data.token);
    };
    channel.postMessage({ type: 'wanted', id } satisfies TabMessage);
  });
}

/**
 * Gives tokens to tabs that ask. `newToken` asks Tenant Desk over this page's proven connection: while that is open, no
 * other program serves this origin, so only its own pages can ask. Rejections are ignored: another tab may answer.
 */
export function respondToOtherTabs({ BroadcastChannel }: Channels, newToken: () => Promise<string>): void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isTabMessage(data) || data.type !== 'wanted') return;
    const { id } = data;
    newToken().then(
      (token) => channel.postMessage({ type: 'link', id, token } satisfies TabMessage),
      () => undefined,
    );
  };
}

function isTabMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('id' in value)) return false;
  if (typeof value.id !== 'string') return false;
  return (
    value.type === 'wanted' || (value.type === 'link' && 'token' in value && typeof value.token === 'string')
  );
}
