import type { ItemState, Plan } from '../../../../contract/changes/changes.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';

/** How far a run is, as far as the window has heard. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
  readonly current?: string | undefined;
  /** Rules that are as planned, that were not sent or refused, and of which it is not known or not complete. */
  readonly good: number;
  readonly bad: number;
  readonly open: number;
  /** When the window heard of the run first, as `performance.now` has it, and how many rules were done then. */
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
  /** What became of a rule just now. */
  readonly state?: ItemState | undefined;
  /** As `performance.now` has it. */
  readonly at: number;
}

/** `run` is what was known of it before, for one that is gone on with. */
export function withNews(
  known: RunProgress | undefined,
  { state, at, ...news }: ProgressNews,
  run: Pick<Plan, 'counts'> | undefined,
): RunProgress {
  const began = known ?? { ...settledOf(run), open: 0, since: { at, done: news.done } };
  const current = news.current ?? known?.current;
  const outcome = state === undefined ? undefined : outcomes[state];
  const { done, total } = news;
  const next = { ...began, done, total, current };
  return outcome === undefined ? next : { ...next, [outcome]: next[outcome] + 1 };
}

function settledOf(run: Pick<Plan, 'counts'> | undefined): { readonly good: number; readonly bad: number } {
  const { verified = 0, accepted = 0, unchanged = 0, refused = 0, outdated = 0 } = run?.counts ?? {};
  return { good: verified + accepted + unchanged, bad: refused + outdated };
}

/** `9 verified · 1 failed · about 40 s left` */
export function tallyText(progress: RunProgress, now: number): string {
  const { good, bad, open } = progress;
  const words = [
    `${formatNumber(good)} verified`,
    bad === 0 ? '' : `${formatNumber(bad)} failed`,
    open === 0 ? '' : `${formatNumber(open)} not known`,
    timeLeftText(progress, now),
  ];
  return words.filter((each) => each !== '').join(' · ');
}

/** Fewer rules, or a shorter time in milliseconds, say nothing about the rest. */
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
