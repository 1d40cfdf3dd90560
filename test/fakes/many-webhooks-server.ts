import { createServer } from 'node:http';
import { listen } from './tenant-server.ts';

/**
 * A tenant in its own process with this many webhooks (first argument), with templates of this many
 * characters (second). Writes its port to stdout.
 */
const [count = 0, letters = 0] = process.argv.slice(2).map(Number);
const body = JSON.stringify(
  Array.from({ length: count }, (_, index) => ({
    policy_id: `rule-${index}`,
    name: `Webhook ${index}`,
    description: `Sends alerts to receiver ${index}`,
    rule: { filter_meta_data: { event_type: 'SecurityAlert' } },
    actions: [
      {
        action_type: 'webhook',
        action_meta_data: {
          headers: `X-Team: a\nAuthorization: Bearer ${index}`,
          method: 'POST',
          content_type: 'application/json',
          request_body: `{"text": "${'x'.repeat(letters)}"}`,
          url: `https://hooks.example/${index}`,
        },
      },
    ],
    status: 1,
    created_timestamp: 1_700_000_000_000 + index,
    updated_timestamp: 1_700_000_000_000 + index,
    created_by: 'ada',
    updated_by: 'ada',
  })),
);
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(request.url?.endsWith('/rules') === true ? body : '[]');
});
process.stdout.write(`${await listen(server)}\n`);
