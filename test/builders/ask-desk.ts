import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { RequestOptions } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import { handshake } from '../../renderer/bridge/handshake.ts';

/** Resolves names under `.localhost` like browsers do, but most systems don't. */
export const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Sends a request to an app's own URL, from outside of a browser. */
export function askDesk(
  url: string | URL,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { lookup: loopbackLookup, ...options }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((responseText) => resolve({ status, text: responseText }), reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Uses a link like a page does, and returns the connected socket. */
export async function openBridge(link: URL): Promise<WebSocket> {
  const token = link.hash.replace('#token=', '');
  const response = await askDesk(`${link.origin}/session`, {
    method: 'POST',
    headers: { origin: link.origin },
    body: JSON.stringify({ token }),
  });
  const session = z.custom<PageSession>(isPageSession).parse(JSON.parse(response.text));
  const socket = new WebSocket(`ws://${link.host}/bridge`, {
    headers: { origin: link.origin },
    lookup: loopbackLookup,
  });
  await once(socket, 'open');
  const outcome = await handshake(socket, { session, address: link.host, crypto });
  if (outcome !== 'admitted') throw new Error(outcome);
  return socket;
}

/** Calls a method through an open bridge. Rejects with the message of a failed call. */
export function callOver(socket: WebSocket, method: string, input?: unknown): Promise<unknown> {
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const listen = (data: unknown): void => {
      const message = responseShape.parse(JSON.parse(String(data)));
      if (message.id !== id) return;
      socket.off('message', listen);
      if (message.result?.ok === true) resolve(message.result.value);
      else reject(new Error(JSON.stringify(message.result)));
    };
    socket.on('message', listen);
    socket.send(JSON.stringify({ type: 'call', id, method, input }));
  });
}

const responseShape = z.object({
  id: z.string().optional(),
  result: z.looseObject({ ok: z.boolean(), value: z.unknown().optional() }).optional(),
});
