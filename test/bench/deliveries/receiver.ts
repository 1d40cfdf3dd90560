import http from 'node:http';

/** Counts requests, and records for each path whether the numbers in the bodies arrived in order. */
let received = 0;
let waited: { readonly count: number } | undefined;
let disorder = 0;
const last = new Map<string, number>();

const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    response.end();
    const number = Number(/"n": ?"?(\d+)/.exec(body)?.[1] ?? 0);
    const path = request.url ?? '';
    if (number < (last.get(path) ?? 0)) disorder++;
    last.set(path, number);
    received++;
    report();
  });
});

function report(): void {
  if (waited === undefined || received < waited.count) return;
  process.send?.({ received, disorder });
  waited = undefined;
}

process.on('message', (message: { readonly count: number }) => {
  received = 0;
  disorder = 0;
  last.clear();
  waited = message;
  process.send?.('ready');
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
