import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { startFaultyDesk } from './faulty-desk.ts';

/** Opens the profile in the folder that is its argument, under the limits of the process. Prints the outcome as JSON. */
const [folder = ''] = process.argv.slice(2);
try {
  await using desk = startFaultyDesk({
    folder,
    baseUrl: 'http://127.0.0.1:9',
    tokens: { get: async () => 'token', replace: async () => 'token' },
    pause: async () => undefined,
  });
  const drafts = await desk.call('drafts.list', {});
  console.log(JSON.stringify({ opened: true, drafts: drafts.length }));
} catch (error) {
  if (!(error instanceof DeskFailure)) throw error;
  console.log(JSON.stringify(error.error));
}
