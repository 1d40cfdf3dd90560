import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { FromDesk, FromPage } from '../../../../contract/bridge/page-handshake.ts';
import {
  closedWithoutSession,
  isFromPage,
  maxHandshakeLength,
} from '../../../../contract/bridge/page-handshake.ts';
import type { Access, SessionProofs } from './access.ts';
import { readMessage } from './read-message.ts';

export interface PageAdmission {
  readonly access: Access;
  /** Host and port as used by pages. */
  readonly address: string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Called when the page has named a session that exists. */
  readonly onSession?: () => void;
  /** Milliseconds after which a page that hasn't authenticated is rejected. */
  readonly timeoutMs?: number;
}

const fromPageSchema = z.custom<FromPage>(isFromPage);
const defaultTimeoutMs = 5000;
const policyViolation = 1008;

/**
 * Resolves to true once the page has proven that it knows its session key, or false if it was rejected; none of its messages are
 * handled before. The app proves itself first, so that a page sends nothing to an impostor.
 */
export function admitPage(
  socket: WebSocket,
  { access, address, randomBytes, onSession, timeoutMs = defaultTimeoutMs }: PageAdmission,
): Promise<boolean> {
  return new Promise((resolve) => {
    const deskNonce = Buffer.from(randomBytes(16)).toString('base64url');
    let handshake: { readonly session: SessionProofs; readonly pageNonce: string } | undefined;
    const send = (message: FromDesk): void => socket.send(JSON.stringify(message));

    const timer = setTimeout(() => finish(false, policyViolation), timeoutMs);
    timer.unref();
    socket.on('message', onMessage);
    socket.on('close', onClose);
    socket.on('error', onError);

    function finish(isAdmitted: boolean, code?: number): void {
      clearTimeout(timer);
      socket.off('message', onMessage);
      socket.off('close', onClose);
      // The new owner listens for errors; a rejected socket may still emit some.
      if (isAdmitted) socket.off('error', onError);
      if (code !== undefined) socket.close(code, 'This page has no session.');
      resolve(isAdmitted);
    }

    function onClose(): void {
      finish(false);
    }

    function onError(): void {
      socket.terminate();
    }

    function onMessage(data: RawData, isBinary: boolean): void {
      const message = isBinary ? undefined : readMessage(data, fromPageSchema, maxHandshakeLength);
      if (message === undefined) return finish(false, policyViolation);
      if (message.type === 'hello') {
        const session = handshake === undefined ? access.session(message.sessionId) : undefined;
        if (session === undefined) return finish(false, closedWithoutSession);
        handshake = { session, pageNonce: message.nonce };
        onSession?.();
        const proof = session.prove({ address, pageNonce: message.nonce, deskNonce });
        return send({ type: 'challenge', nonce: deskNonce, proof });
      }
      const isRight =
        handshake?.session.accepts(message.proof, { address, pageNonce: handshake.pageNonce, deskNonce }) ===
        true;
      if (!isRight) return finish(false, closedWithoutSession);
      send({ type: 'admitted' });
      return finish(true);
    }
  });
}
