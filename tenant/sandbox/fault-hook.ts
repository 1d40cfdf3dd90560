import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault } from './fault.ts';
import type { FaultRegistry } from './fault-registry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** 1-based number of the batch item that a fault makes fail; null in ordinary requests. */
    failingBatchItem: number | null;
  }
}

/**
 * Applies faults to the tenant's requests, except those under /sandbox, where faults are removed. Call it
 * before registering any other part: hooks only reach scopes that are opened after them.
 */
export function installFaults(app: FastifyInstance, faults: FaultRegistry, newId: () => string): void {
  app.decorateRequest('failingBatchItem', null);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (/^\/sandbox(\/|$)/i.test(path)) return;
    for (const fault of faults.take(request.method, path)) {
      if (fault.kind === 'latency') await pause(fault.milliseconds);
      else if (fault.kind === 'batch_item') request.failingBatchItem = fault.item;
      else if (fault.kind === 'truncated') truncateResponse(reply.raw);
      else return respondWith(fault, reply, newId);
    }
  });
}

function respondWith(
  fault: Exclude<Fault, { kind: 'latency' | 'batch_item' | 'truncated' }>,
  reply: FastifyReply,
  newId: () => string,
): FastifyReply {
  switch (fault.kind) {
    case 'reset':
      reply.hijack();
      reply.raw.socket?.resetAndDestroy();
      return reply;
    case 'rate_limit':
      return reply
        .code(429)
        .header('retry-after', fault.retry_after)
        .send({ error: 'rate_limited', message: 'Too many requests (injected fault).' });
    case 'server_error':
      return reply
        .code(fault.status)
        .send({ error: 'injected_fault', message: 'The server failed (injected fault).' });
    case 'html':
      return reply
        .code(fault.status)
        .type('text/html; charset=utf-8')
        .send('<!doctype html><title>Gateway</title><h1>Service temporarily unavailable</h1>');
    case 'expired_token':
      return reply
        .code(401)
        .header(
          'www-authenticate',
          'Bearer error="invalid_token", error_description="The access token expired"',
        )
        .send({ error: 'invalid_token', error_description: 'The access token expired (injected fault).' });
    case 'challenge':
      return reply.send({
        success: false,
        Result: { ChallengeId: newId() },
        Message: 'You must respond to a challenge to proceed.',
        MessageID: null,
        Exception: null,
        ErrorID: 'ChallengeRequired',
        ErrorCode: null,
        InnerExceptions: null,
      });
  }
}

/** Sends the header and half of the body, then closes the connection. */
function truncateResponse(response: ServerResponse): void {
  const write = response.write.bind(response);
  const end: ServerResponse['end'] = (chunk?: unknown) => {
    const body =
      typeof chunk === 'string' ? Buffer.from(chunk) : chunk instanceof Uint8Array ? chunk : undefined;
    if (body === undefined || body.length === 0) {
      response.destroy();
      return response;
    }
    if (!response.headersSent) response.setHeader('content-length', body.length);
    write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    return response;
  };
  response.end = end;
}
