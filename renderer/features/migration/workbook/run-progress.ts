import type { ItemState, Plan } from '../../../../contract/changes/changes.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';

/** Progress of a run, from the events received by the window. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
  readonly current?: string | undefined;
  /** Rules that are as planned; not sent or rejected; with an unknown or incomplete result. */
  readonly good: number;
  readonly bad: number;
  readonly open: number;
  /** When the window first received an event of the run (`performance.now`), and the number of rules finished by then. */
  readonly since: { readonly at: number; readonly done: number };
}

type Outcome = 'good' | 'bad' | 'open';

const outcomes: Partial<Record<ItemState, Outcome>> = {
  verified: 'good',
  accepted: 'good',
  unchanged: 'good',
  refused: 'bad',
  outdated: 'bad',
  unknown: 'open',
  incomplete: 'open',
  different: 'open',
};

export interface ProgressNews {
  readonly done: number;
  readonly total: number;
  readonly current?: string | undefined;
  /** The latest result of a rule. */
  readonly state?: ItemState | undefined;
  /** From `performance.now`. */
  readonly at: number;
}

/** `run` is the known state of a resumed run. */
export function withNews(
  known: RunProgress | undefined,
  { state, at, ...news }: ProgressNews,
  run: Pick<Plan, 'counts'> | undefined,
): RunProgress {
  const began = known ?? { ...finishedOf(run), open: 0, since: { at, done: news.done } };
  const current = news.current ?? known?.current;
  const outcome = state === undefined ? undefined : outcomes[state];
  const { done, total } = news;
  const next = { ...began, done, total, current };
  return outcome === undefined ? next : { ...next, [outcome]: next[outcome] + 1 };
}

function finishedOf(run: Pick<Plan, 'counts'> | undefined): { readonly good: number; readonly bad: number } {
  const { verified = 0, accepted = 0, unchanged = 0, refused = 0, outdated = 0 } = run?.counts ?? {};
  return { good: verified + accepted + unchanged, bad: refused + outdated };
}

/** `9 verified · 1 failed · about 40 s left` */
export function tallyText(progress: RunProgress, now: number): string {
  const { good, bad, open } = progress;
  const parts = [
    `${formatNumber(good)} verified`,
    bad === 0 ? '' : `${formatNumber(bad)} failed`,
    open === 0 ? '' : `${formatNumber(open)} unknown`,
    timeLeftText(progress, now),
  ];
  return parts.filter((each) => each !== '').join(' · ');
}

/** Fewer rules, or a shorter time in milliseconds, give no estimate. */
const fewest = 3;
const shortest = 2000;

function timeLeftText({ done, total, since }: RunProgress, now: number): string {
  const [rules, elapsed] = [done - since.done, now - since.at];
  if (rules < fewest || elapsed < shortest || done >= total) return '';
  const seconds = (elapsed / rules / 1000) * (total - done);
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
