import type { RequestOptions } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';

/** Resolves names under `.localhost` as browsers do by themselves, and most systems don't. */
export const loopbackLookup: LookupFunction = (_hostname, options, callback) => {
  if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Asks a desk at its own address, from outside of a browser. */
export function askDesk(
  url: string | URL,
  { body, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { lookup: loopbackLookup, ...options }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((answered) => resolve({ status, text: answered }), reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
