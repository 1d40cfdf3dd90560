import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';

const tenant = useTenant(() => ['--apps', '0', '--events', '0']);

interface RawResponse {
  readonly status: number;
  /** With its headers. */
  readonly text: string;
}

/** Sends a request with exactly these lines: clients of HTTP write the `Host` header themselves. */
async function send(target: string, lines: readonly string[], version = '1.1'): Promise<RawResponse> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(tenant.baseUrl).port) });
  socket.write([`GET ${target} HTTP/${version}`, ...lines, 'Connection: close', '', ''].join('\r\n'));
  const response = await text(socket);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]), text: response };
}

const port = (): string => new URL(tenant.baseUrl).port;
const DISCOVERY = '/.well-known/openid-configuration';
const SURFACES = [
  DISCOVERY,
  '/authorize?client_id=tenant-desk',
  '/signin/some',
  '/SaasManage/GetApplication',
  '/analytics/services/v1.0/rules',
  '/sandbox',
  '/sandbox/status',
  '/',
  '/nowhere',
];

describe('a request that names another host, as after DNS rebinding', () => {
  it.each(SURFACES)('is rejected at %s, and its name is not repeated', async (path) => {
    for (const host of ['evil.example', `evil.example:${port()}`, `127.0.0.1.evil.example:${port()}`]) {
      const response = await send(path, [`Host: ${host}`]);
      expect([host, response.status]).toEqual([host, 421]);
      expect(response.text).not.toContain('evil');
      expect(response.text).toContain('misdirected_request');
    }
  });

  it.each([
    ['another port', () => ['Host: 127.0.0.1:1']],
    ['no port', () => ['Host: 127.0.0.1']],
    ['an address of the network', () => [`Host: 192.0.2.1:${port()}`]],
    ['any address', () => [`Host: 0.0.0.0:${port()}`]],
    ['a name in front of it', () => [`Host: evil.example@127.0.0.1:${port()}`]],
    ['a path behind it', () => [`Host: 127.0.0.1:${port()}/evil.example`]],
    ['nothing', () => ['Host:']],
    ['itself, and another one after it', () => [`Host: 127.0.0.1:${port()}`, 'Host: evil.example']],
    ['another one, and itself after it', () => ['Host: evil.example', `Host: 127.0.0.1:${port()}`]],
  ])('is rejected when it names %s', async (_what, lines) => {
    const response = await send(DISCOVERY, lines());
    expect(response.status).toBe(421);
    expect(response.text).not.toContain('evil');
  });

  it('is not repeated in the response to an invalid URL', async () => {
    const response = await send('/%zz', ['Host: evil.example']);
    expect(response.status).toBe(400);
    expect(response.text).not.toContain('evil');
  });

  it('is rejected when it names no host, or names it in the request line', async () => {
    expect((await send(DISCOVERY, [], '1.0')).status).toBe(421);
    const response = await send(`http://evil.example${DISCOVERY}`, [`Host: 127.0.0.1:${port()}`]);
    expect(response.status).toBe(421);
    expect(response.text).not.toContain('evil');
  });
});

describe('the names of this machine', () => {
  it('are accepted, and every URL in a response is the one of the issuer', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      const lines = [
        `Host: ${name}:${port()}`,
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
        'Forwarded: host=evil.example',
      ];
      const response = await send(DISCOVERY, lines);
      expect([name, response.status]).toEqual([name, 200]);
      const addresses = response.text.match(/https?:\/\/[^"/]+/g) ?? [];
      expect(addresses.length).toBeGreaterThan(5);
      expect(new Set(addresses)).toEqual(new Set([tenant.issuer]));
      const { text: page } = await send('/authorize?client_id=unknown', lines);
      expect(page).not.toContain('evil');
    }
  });
});
