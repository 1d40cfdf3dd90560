import type { FromDesk, FromPage, PageSession, ProofFacts } from '../../contract/bridge/page-handshake.ts';
import { closedWithoutSession, isFromDesk, provenText } from '../../contract/bridge/page-handshake.ts';

/** Why a page may not connect. */
export type RejectionReason =
  /** Its link was used already or has expired, or the app was restarted. */
  | 'rejected'
  /** Nothing responds. */
  | 'unreachable'
  /** Something responds that isn't the server this page belongs to. */
  | 'impostor';

interface HandshakeMessage {
  readonly session: PageSession;
  /** Host and port of the server. */
  readonly address: string;
  readonly crypto: Pick<typeof globalThis.crypto, 'subtle' | 'getRandomValues'>;
}

/** The part of a WebSocket that the handshake needs: implemented by the browser and by the tests. */
interface OpenSocket {
  send(text: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
  removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  removeEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** The result for a connection that was just opened; `lost`: it broke before that was known. */
export type HandshakeResult = 'admitted' | 'lost' | Exclude<RejectionReason, 'unreachable'>;

/**
 * Makes the server behind an open socket prove that it knows the key of this page's session, then proves the same to
 * it. Nothing else is sent to a socket before: another program may have taken the port. Never rejects.
 */
export function handshake(
  socket: OpenSocket,
  { session, address, crypto }: HandshakeMessage,
): Promise<HandshakeResult> {
  return new Promise((resolve) => {
    const pageNonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
    const say = (message: FromPage): void => socket.send(JSON.stringify(message));

    function finish(result: HandshakeResult): void {
      socket.removeEventListener('message', onMessage);
      socket.removeEventListener('close', onClose);
      resolve(result);
    }

    function onClose({ code }: { readonly code: number }): void {
      finish(code === closedWithoutSession ? 'rejected' : 'lost');
    }

    function onMessage({ data }: { readonly data: unknown }): void {
      const message = readMessage(data);
      if (message === undefined) return finish('impostor');
      if (message.type === 'admitted') return finish(hasProven ? 'admitted' : 'impostor');
      const facts = { address, pageNonce, deskNonce: message.nonce };
      prove(crypto, session, facts).then(
        ({ desk, page }) => {
          if (message.proof !== desk) return finish('impostor');
          hasProven = true;
          say({ type: 'answer', proof: page });
        },
        () => finish('impostor'),
      );
    }

    let hasProven = false;
    socket.addEventListener('message', onMessage);
    socket.addEventListener('close', onClose);
    say({ type: 'hello', sessionId: session.sessionId, nonce: pageNonce });
  });
}

function readMessage(data: unknown): FromDesk | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return isFromDesk(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

async function prove(
  crypto: HandshakeMessage['crypto'],
  session: PageSession,
  facts: Omit<ProofFacts, 'by'>,
): Promise<{ readonly desk: string; readonly page: string }> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await crypto.subtle.importKey('raw', fromBase64Url(session.key), algorithm, false, ['sign']);
  const proof = async (by: ProofFacts['by']): Promise<string> => {
    const text = new TextEncoder().encode(provenText({ ...facts, by }));
    return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text)));
  };
  const [desk, page] = await Promise.all([proof('desk'), proof('page')]);
  return { desk, page };
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
