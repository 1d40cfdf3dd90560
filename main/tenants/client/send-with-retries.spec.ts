import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpResponse, Transport } from '../../platform/http/transport.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { managementRequest } from './outgoing-request.ts';
import { wait } from '../../platform/timing/waiting.ts';
import type { SendingParts } from './send-with-retries.ts';
import { sendWithRetries } from './send-with-retries.ts';

const profile: TenantProfile = {
  id: 'acme',
  name: 'Acme',
  color: 'blue',
  environment: 'development',
  baseUrl: 'https://acme.example',
  analyticsUrl: 'https://acme.example/analytics/services/v1.0',
  issuer: 'https://acme.example',
  clientId: 'desk',
  scopes: ['openid'],
  extraHeaders: {},
  hasClientSecret: false,
  isSandbox: false,
};
const read = managementRequest(profile, {
  tenantId: 'acme',
  path: '/SaasManage/GetScript',
  purpose: 'read the script',
});
const write = managementRequest(profile, {
  tenantId: 'acme',
  path: '/SaasManage/UpdateApplicationDE',
  purpose: 'replace the script',
});

const response = (status: number, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status,
  headers,
  body: new Uint8Array(),
});
const later = (seconds: number) => response(429, { 'retry-after': String(seconds) });

let sent: number;
let waits: number[];

/** Returns the answers in order; waiting is only recorded. */
function partsAnswering(...responses: HttpResponse[]): SendingParts {
  const transport: Transport = {
    send: () => {
      const next = responses[Math.min(sent, responses.length - 1)];
      sent += 1;
      return next === undefined ? Promise.reject(new Error('There is no response.')) : Promise.resolve(next);
    },
    configure: () => undefined,
    close: () => undefined,
  };
  return {
    transport,
    tokens: { get: () => Promise.resolve('token'), replace: () => Promise.resolve('another') },
    connectivity: { answered: () => undefined, failed: () => undefined },
    log: { write: () => undefined },
    now: () => 0,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  };
}

const send = async (parts: SendingParts, request: OutgoingRequest) =>
  (await sendWithRetries(parts, request, { signal: new AbortController().signal, requestId: 'r' })).status;

beforeEach(() => {
  sent = 0;
  waits = [];
});

describe('a request that the tenant did not process', () => {
  it.each([
    ['read', read],
    ['write', write],
  ] as const)('is repeated by a %s after Retry-After, up to three attempts', async (_name, request) => {
    expect(await send(partsAnswering(later(3)), request)).toBe(429);
    expect([sent, waits]).toEqual([3, [3000, 3000]]);
  });

  it('is repeated after one and two seconds without Retry-After', async () => {
    expect(await send(partsAnswering(response(429), response(429), response(200)), write)).toBe(200);
    expect(waits).toEqual([1000, 2000]);
  });

  it.each([
    ['read', read, 10],
    ['write', write, 60],
  ] as const)('has a maximum wait for a %s', async (_name, request, seconds) => {
    expect(await send(partsAnswering(later(seconds), response(200)), request)).toBe(200);
    sent = 0;
    expect(await send(partsAnswering(later(seconds + 1), response(200)), request)).toBe(429);
    expect([sent, waits]).toEqual([1, [seconds * 1000]]);
  });

  it('is not sent after it was canceled while waiting', async () => {
    const controller = new AbortController();
    const parts: SendingParts = {
      ...partsAnswering(later(60)),
      wait: (milliseconds, signal) => {
        const waiting = wait(milliseconds, signal);
        controller.abort(failure('canceled', 'Canceled.'));
        return waiting;
      },
    };
    const call = { signal: controller.signal, requestId: 'r' };
    await expect(sendWithRetries(parts, write, call)).rejects.toMatchObject({ code: 'canceled' });
    expect(sent).toBe(1);
  });
});

describe('a request that the tenant may have processed', () => {
  it.each([500, 502, 503, 504])('is never repeated by a write (%i)', async (status) => {
    expect(await send(partsAnswering(response(status, { 'retry-after': '0' }), response(200)), write)).toBe(
      status,
    );
    expect([sent, waits]).toEqual([1, []]);
  });

  it('is repeated by a read if the tenant asks for it (503)', async () => {
    expect(await send(partsAnswering(response(503, { 'retry-after': '2' }), response(200)), read)).toBe(200);
    expect(waits).toEqual([2000]);
  });
});
