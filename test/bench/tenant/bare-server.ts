import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * The reference: the same framework, which only responds with the same bytes. Its argument is a file that
 * contains them.
 */
const file = process.argv[2];
if (file === undefined) throw new Error('Name the file with the bytes to answer with.');
const bytes = readFileSync(file);
const app = Fastify();
app.post('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
