import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveRequestsPrecedence, type AwaitTurn } from './precedence.ts';

let awaitTurn: AwaitTurn;
let server: Server;
let begun: string[];
beforeEach(() => {
  vi.useFakeTimers();
  server = createServer();
  awaitTurn = giveRequestsPrecedence(server, ({ url }) => url === '/work');
  begun = [];
});
afterEach(() => vi.useRealTimers());

/** A request that is active until its response is closed. */
function request(url = '/'): ServerResponse {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { url });
  const response = new ServerResponse(incoming);
  server.emit('request', incoming, response);
  return response;
}
const begin = (name: string): void => void awaitTurn()?.then(() => begun.push(name));

it('lets work start immediately while there are no requests', () => {
  expect(awaitTurn()).toBeUndefined();
  request().emit('close');
  expect(awaitTurn()).toBeUndefined();
});

it('lets work start immediately for requests that wait for it', () => {
  request('/work');
  expect(awaitTurn()).toBeUndefined();
  request('/other');
  expect(awaitTurn()).toBeDefined();
});

it('lets work start one piece at a time, in order, while there are requests', async () => {
  request();
  for (const name of ['a', 'b', 'c']) begin(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(2);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('runs waiting work before new work once all requests are answered', async () => {
  const [first, second] = [request(), request()];
  begin('a');
  first.emit('close');
  begin('b');
  second.emit('close');
  begin('c');
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(awaitTurn()).toBeUndefined();
});
