import type { Job, JobState } from '../../contract/jobs/jobs.ts';
import type { IconName } from '../ui/index.ts';
import { formatDuration, formatNumber } from '../../languages/text/intl.ts';

/** It is not over, as far as the tenant tells. */
export const isLive = ({ state }: Job): boolean => state === 'queued' || state === 'running';

interface StateLook {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'accent' | 'quiet';
}

export const stateLooks: Readonly<Record<JobState, StateLook>> = {
  queued: { icon: 'clock', word: 'waiting', tone: 'accent' },
  running: { icon: 'refresh-cw', word: 'running', tone: 'accent' },
  succeeded: { icon: 'circle-check', word: 'succeeded', tone: 'good' },
  failed: { icon: 'circle-alert', word: 'failed', tone: 'bad' },
  unknown: { icon: 'clock', word: 'state not known', tone: 'quiet' },
};

/** As the tenant calls its state, where the desk does not know the word. */
export const stateName = ({ state, stateName: told }: Job): string =>
  state === 'unknown' && told !== '' ? told : stateLooks[state].word;

/** `4 s`, `2 min 10 s`, `3 h 5 min`. */
export function durationLabel(milliseconds: number): string {
  return milliseconds < 1000 ? 'under a second' : formatDuration(Math.round(milliseconds / 1000) * 1000);
}

const goneLabels = {
  'too-old': 'the tenant keeps no result this old',
  missing: 'no longer available',
} as const;

/** What a list says below the name: what went wrong, how far it is, how long it took, and whose it is. */
export function detailOf(job: Job, now: number): string {
  const { state, error, progress, startedAt, createdAt, finishedAt, requestedBy, isMine, gone } = job;
  const who = isMine ? 'you' : requestedBy;
  const began = startedAt ?? createdAt;
  const parts: string[] = [];
  if (gone !== null) parts.push(goneLabels[gone]);
  else if (state === 'failed') parts.push(error ?? 'failed, without a word of why');
  else if (progress !== null)
    parts.push(`${formatNumber(progress.done)} of ${formatNumber(progress.total)}`, left(job, now));
  else if (isLive(job) && began !== null) parts.push(`${stateName(job)} for ${durationLabel(now - began)}`);
  else if (state === 'succeeded' && began !== null && finishedAt !== null)
    parts.push(durationLabel(finishedAt - began));
  else parts.push(stateName(job));
  return [...parts, who].filter((part) => part !== '').join(' · ');
}

/** As long as it goes on as it went so far. */
function left({ state, progress, startedAt }: Job, now: number): string {
  if (state !== 'running' || progress === null || startedAt === null || progress.done === 0) return '';
  const perOne = (now - startedAt) / progress.done;
  return `about ${durationLabel(perOne * (progress.total - progress.done))} left`;
}
