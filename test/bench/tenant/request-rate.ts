import { connect } from 'node:net';

export interface RepeatedRequest {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const CONNECTIONS = 8;

/**
 * Requests per second over some keep-alive connections, one request at a time on each. Uses raw sockets,
 * because a full HTTP client would cost more than the measured servers.
 */
export async function requestRate(request: RepeatedRequest, milliseconds: number): Promise<number> {
  const head = Object.entries({
    host: `127.0.0.1:${request.port}`,
    'content-type': 'application/json',
    ...request.headers,
    'content-length': String(Buffer.byteLength(request.body)),
  });
  const bytes = Buffer.from(
    `POST ${request.path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${request.body}`,
  );
  const startedAt = performance.now();
  const until = startedAt + milliseconds;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => drive(request.port, bytes, until)),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - startedAt)) * 1000;
}

function drive(port: number, bytes: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let count = 0;
    let missing: number | undefined;
    socket.once('connect', () => socket.write(bytes));
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      missing ??= sizeOf(chunk);
      missing -= chunk.length;
      if (missing > 0) return;
      missing = undefined;
      count++;
      if (performance.now() < until) socket.write(bytes);
      else {
        socket.destroy();
        resolve(count);
      }
    });
  });
}

/** Bytes of the whole response that begins with this chunk. */
function sizeOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`Unexpected answer: ${head.slice(0, 200)}`);
  return end + 4 + Number(length);
}
