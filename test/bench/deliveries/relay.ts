import http from 'node:http';
import Fastify from 'fastify';

/**
 * The reference: receives events over HTTP and sends each on with the same client in the same number of
 * lanes, each in order, and does nothing else. Its arguments are the receiver's URL, the number of lanes and
 * the body of a delivery.
 */
const [receiver = '', lanes = '1', body = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: false });
const queues = Array.from({ length: Number(lanes) }, () => ({ waiting: 0, isSending: false }));

function send(lane: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${receiver}/${lane}`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      response.on('end', resolve);
    });
    request.end(body);
  });
}

async function drain(lane: number): Promise<void> {
  const queue = queues[lane];
  if (queue === undefined || queue.isSending) return;
  queue.isSending = true;
  for (; queue.waiting > 0; queue.waiting--) await send(lane);
  queue.isSending = false;
}

const app = Fastify({ bodyLimit: 16_000_000 });
app.post('/events', (request, reply) => {
  const events = Array.isArray(request.body) ? request.body.length : 1;
  queues.forEach((queue, lane) => {
    queue.waiting += events;
    void drain(lane);
  });
  return reply.send({ events });
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
