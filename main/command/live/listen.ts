import { formatExact } from '../../../languages/json/format-exact.ts';
import type { Context } from '../context.ts';
import { printable } from '../output/printable.ts';
import type { Received, ReceiverOptions } from './receiver.ts';
import { openReceiver } from './receiver.ts';
import { untilStopped } from './until-stopped.ts';

/** Prints every request to a local receiver as it arrives, until Ctrl+C. */
export async function listenForWebhooks(context: Context, options: ReceiverOptions): Promise<void> {
  const { output, signal } = context;
  let printing = Promise.resolve();
  let [count, failed] = [0, 0];
  const receiver = await openReceiver(options, (received) => {
    count++;
    if (received.status >= 400) failed++;
    printing = printing.then(() => printReceived(context, received));
  });
  try {
    const to = options.forward === undefined ? '' : `, forwarding to ${options.forward.href}`;
    output.note(`Listening on ${receiver.url}${to}. Press Ctrl+C to stop.`);
    await untilStopped(signal);
  } finally {
    receiver.close();
    await printing;
  }
  output.note(`${count} received, ${failed} failed`);
}

async function printReceived({ output }: Context, received: Received): Promise<void> {
  if (output.format !== 'text') {
    await output.write(`${formatExact({ schema: 'tdesk/webhook-request/v1', ...received })}\n`);
    return;
  }
  const { at, method, path, status, error, durationMs, body } = received;
  const color = status < 400 ? 'green' : 'red';
  await output.write(
    [
      `${at.slice(11, 19)} --> ${method} ${printable(path)}  ${printable(body.slice(0, 200))}`,
      `${at.slice(11, 19)} <-- ${output.style(color, String(status))}  ${durationMs} ms${error === null ? '' : `  ${printable(error)}`}`,
      '',
    ].join('\n'),
  );
}
