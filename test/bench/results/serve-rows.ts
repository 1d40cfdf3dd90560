import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { pageOf } from './million-rows.ts';

/**
 * Argument: the table's file. Responds to every query with a page of it; prints its port when it is ready.
 */
const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true });
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { Args } = JSON.parse(body) as { Args: { PageNumber: number; PageSize: number } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(pageOf(database, Args.PageNumber, Args.PageSize)));
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
