import { createServer } from 'node:http';
import { listen } from './tenant-server.ts';
import { aDeepText } from '../builders/large-files.ts';

/**
 * A tenant in a process of its own that answers every call alike, in so many megabytes (the argument) of lists inside
 * each other. Writes its port to its output.
 */
const megabytes = Number(process.argv[2]);
const body = aDeepText(megabytes * 1_000_000, '{"success":true,"Result":', '}');
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
process.stdout.write(`${await listen(server)}\n`);
