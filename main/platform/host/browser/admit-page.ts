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
  /** Host and port, as pages address the desk. */
  readonly address: string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Called when the page has named a session that exists. */
  readonly onSession?: () => void;
  /** Milliseconds until a page that does not say who it is is turned away. */
  readonly patience?: number;
}

const fromPageSchema = z.custom<FromPage>(isFromPage);
const defaultTimeoutMs = 5000;
const policyViolation = 1008;

/**
 * Resolves true once the page has shown that it knows the key of its session, and false when it was turned away; before
 * that nothing of it is handled. The desk proves itself first, so that a page sends nothing to an impostor.
 */
export function admitPage(
  socket: WebSocket,
  { access, address, randomBytes, onSession, patience = defaultTimeoutMs }: PageAdmission,
): Promise<boolean> {
  return new Promise((resolve) => {
    const deskNonce = Buffer.from(randomBytes(16)).toString('base64url');
    let greeted: { readonly session: SessionProofs; readonly pageNonce: string } | undefined;
    const say = (message: FromDesk): void => socket.send(JSON.stringify(message));

    const tooLate = setTimeout(() => settle(false, policyViolation), patience);
    tooLate.unref();
    socket.on('message', onMessage);
    socket.on('close', onClose);
    socket.on('error', onError);

    function settle(isAdmitted: boolean, code?: number): void {
      clearTimeout(tooLate);
      socket.off('message', onMessage);
      socket.off('close', onClose);
      // Whoever takes over listens for errors; a socket that is turned away may still have some.
      if (isAdmitted) socket.off('error', onError);
      if (code !== undefined) socket.close(code, 'This page has no session.');
      resolve(isAdmitted);
    }

    function onClose(): void {
      settle(false);
    }

    function onError(): void {
      socket.terminate();
    }

    function onMessage(data: RawData, isBinary: boolean): void {
      const message = isBinary ? undefined : readMessage(data, fromPageSchema, maxHandshakeLength);
      if (message === undefined) return settle(false, policyViolation);
      if (message.type === 'hello') {
        const session = greeted === undefined ? access.session(message.sessionId) : undefined;
        if (session === undefined) return settle(false, closedWithoutSession);
        greeted = { session, pageNonce: message.nonce };
        onSession?.();
        const proof = session.prove({ address, pageNonce: message.nonce, deskNonce });
        return say({ type: 'challenge', nonce: deskNonce, proof });
      }
      const isRight =
        greeted?.session.accepts(message.proof, { address, pageNonce: greeted.pageNonce, deskNonce }) ===
        true;
      if (!isRight) return settle(false, closedWithoutSession);
      say({ type: 'admitted' });
      return settle(true);
    }
  });
}
