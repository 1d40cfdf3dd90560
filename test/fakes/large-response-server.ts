import { createServer } from 'node:http';
import { listen } from './tenant-server.ts';
import { aDeepText } from '../builders/large-files.ts';

/**
 * A tenant in its own process that responds to every call with this many megabytes (the argument) of nested
 * lists. Writes its port to stdout.
 */
const megabytes = Number(process.argv[2]);
const body = aDeepText(megabytes * 1_000_000, '{"success":true,"Result":', '}');
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
process.stdout.write(`${await listen(server)}\n`);
