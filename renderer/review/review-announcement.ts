import type { Plan } from '../../contract/changes/changes.ts';
import { counted } from '../../languages/text/intl.ts';

interface Reviewing {
  /** Hosts still to acknowledge. */
  readonly hostsLeft: number;
  /** Something had to be acknowledged. */
  readonly hadHosts: boolean;
  readonly mayApply: boolean;
}

/** What a screen reader says of a plan that waits for the user. */
export function reviewAnnouncement(plan: Plan, reviewing: Reviewing): string {
  const { changing, undecided, acknowledgement } = plan;
  const { hostsLeft } = reviewing;
  const hosts = hostsLeft === 0 ? '' : `. ${counted(hostsLeft, 'host')} to acknowledge`;
  const decisions = undecided === 0 ? '' : `, ${undecided} to resolve`;
  const risks = acknowledgement === undefined ? '' : `. To accept: ${acknowledgement}`;
  return counted(changing, 'change') + decisions + risks + hosts + readyText(plan, reviewing);
}

/** Only if something had to be done first: otherwise it is obvious from the start. */
function readyText(
  { changing, confirmation, acknowledgement }: Plan,
  { hadHosts, mayApply }: Reviewing,
): string {
  const needsNothing = confirmation === null && acknowledgement === undefined && !hadHosts;
  return changing > 0 && !needsNothing && mayApply ? '. Ready to apply.' : '';
}
