import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Remedy } from '../../../contract/errors/errors.ts';
import { exitCodeFor, remedyFor } from '../../../contract/errors/errors.ts';
import type { Output } from './output.ts';

/** What to do, by what helps; where nothing is here, the message says it. */
const steps: Readonly<Record<Remedy, string | undefined>> = {
  'sign-in': 'Run tdesk login, or set TDESK_TOKEN, or TDESK_CLIENT_ID and TDESK_CLIENT_SECRET.',
  retry: 'Try again. If it keeps failing, run tdesk tenants test.',
  settings: 'Run tdesk tenants test to see which step fails. Check the proxy and the certificates.',
  'tenant-settings': 'Check the URLs of the tenant with tdesk tenants list --json.',
  'unlock-keychain': 'Unlock the keychain, or set TDESK_TOKEN.',
  'review-again': 'Make a new plan and review it.',
  none: undefined,
};

/** Says on stderr what failed and what to do, as JSON where `--json` was given. Answers the exit code. */
export function reportFailure(error: unknown, output: Output): number {
  const failed = toDeskError(error);
  const exitCode = exitCodeFor(failed.code);
  const next = steps[remedyFor(failed)];
  if (output.isChosen) {
    const { code, message, detail, requestId } = failed;
    const document = { schema: 'tdesk/error/v1', code, message, detail, next, exitCode };
    output.say(JSON.stringify({ ...document, requestId: requestId === '' ? undefined : requestId }));
    return exitCode;
  }
  output.say(`${output.style('red', `Error (${failed.code}):`, 'stderr')} ${failed.message}`);
  if (failed.detail !== undefined) output.detail(failed.detail);
  if (next !== undefined) output.say(next);
  return exitCode;
}
