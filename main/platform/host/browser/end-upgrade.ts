import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders } from './serve-page.ts';

/** Rejects a WebSocket handshake, with the common response headers. */
export function endUpgrade(connection: Duplex, status: number): void {
  // The peer may already be gone.
  connection.on('error', () => connection.destroy());
  const headers = { ...commonHeaders, connection: 'close', 'content-length': '0' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
}
