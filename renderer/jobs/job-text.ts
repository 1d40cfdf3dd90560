import type { Job, JobState } from '../../contract/jobs/jobs.ts';
import type { IconName } from '../ui/index.ts';
import { formatDuration, formatNumber } from '../../languages/text/intl.ts';

/** Not finished yet, according to the tenant. */
export const isLive = ({ state }: Job): boolean => state === 'queued' || state === 'running';

interface StateLook {
  readonly icon: IconName;
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'accent' | 'quiet';
}

export const stateLooks: Readonly<Record<JobState, StateLook>> = {
  queued: { icon: 'clock', label: 'queued', tone: 'accent' },
  running: { icon: 'refresh-cw', label: 'running', tone: 'accent' },
  succeeded: { icon: 'circle-check', label: 'succeeded', tone: 'good' },
  failed: { icon: 'circle-alert', label: 'failed', tone: 'bad' },
  unknown: { icon: 'clock', label: 'state unknown', tone: 'quiet' },
};

/** The tenant's own name for its state if Tenant Desk does not know it. */
export const stateName = ({ state, stateName: reportedName }: Job): string =>
  state === 'unknown' && reportedName !== '' ? reportedName : stateLooks[state].label;

/** `4 s`, `2 min 10 s`, `3 h 5 min`. */
export function durationLabel(milliseconds: number): string {
  return milliseconds < 1000 ? 'under a second' : formatDuration(Math.round(milliseconds / 1000) * 1000);
}

const goneLabels = {
  'too-old': 'result expired on the tenant',
  missing: 'no longer available',
} as const;

/** The detail line of a list row: what went wrong, the progress, the duration, and whose job it is. */
export function detailOf(job: Job, now: number): string {
  const { state, error, progress, startedAt, createdAt, finishedAt, requestedBy, isMine, gone } = job;
  const who = isMine ? 'you' : requestedBy;
  const began = startedAt ?? createdAt;
  const parts: string[] = [];
  if (gone !== null) parts.push(goneLabels[gone]);
  else if (state === 'failed') parts.push(error ?? 'failed (no reason given)');
  else if (progress !== null)
    parts.push(`${formatNumber(progress.done)} of ${formatNumber(progress.total)}`, left(job, now));
  else if (isLive(job) && began !== null) parts.push(`${stateName(job)} for ${durationLabel(now - began)}`);
  else if (state === 'succeeded' && began !== null && finishedAt !== null)
    parts.push(durationLabel(finishedAt - began));
  else parts.push(stateName(job));
  return [...parts, who].filter((part) => part !== '').join(' · ');
}

/** The remaining time at the current speed. */
function left({ state, progress, startedAt }: Job, now: number): string {
  if (state !== 'running' || progress === null || startedAt === null || progress.done === 0) return '';
  const perOne = (now - startedAt) / progress.done;
  return `about ${durationLabel(perOne * (progress.total - progress.done))} left`;
}
