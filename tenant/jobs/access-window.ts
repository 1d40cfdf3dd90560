import { OperationFailure } from '../requests/envelope.ts';
import { readMembers, type RequestMembers } from '../requests/request-members.ts';

interface AccessWindow {
  readonly assignment: 'window' | 'permanent';
  /** Milliseconds since the epoch; null for permanent access. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Reads `RequestedOptions` {AssignmentType, StartTime, EndTime}; the times are HTTP dates. Throws
 * `InvalidParameter`.
 */
export function readAccessWindow(members: RequestMembers): AccessWindow {
  const options = readMembers(undefined, members.object('RequestedOptions') ?? {});
  const assignment = (options.text('AssignmentType') ?? 'permanent').toLowerCase();
  if (assignment === 'permanent') return { assignment, startsAt: null, endsAt: null };
  // `window` is from the specification's sample; `permanent` is our addition.
  if (assignment !== 'window')
    throw new OperationFailure(
      'InvalidParameter',
      'RequestedOptions.AssignmentType must be window or permanent.',
    );
  const startsAt = httpDate('RequestedOptions.StartTime', options.text('StartTime'));
  const endsAt = httpDate('RequestedOptions.EndTime', options.text('EndTime'));
  if (endsAt <= startsAt)
    throw new OperationFailure('InvalidParameter', 'RequestedOptions.EndTime must be later than StartTime.');
  return { assignment, startsAt, endsAt };
}

function httpDate(name: string, text: string | undefined): number {
  const time = text !== undefined && HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new OperationFailure(
      'InvalidParameter',
      `${name} must be an HTTP date such as Sun, 06 Nov 1994 08:49:37 GMT.`,
    );
  return time;
}
