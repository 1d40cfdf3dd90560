import type { Plan } from '../../../contract/changes/changes.ts';
import type { DraftStatus, DraftSummary } from '../../../contract/changes/drafts.ts';
import type {
  DeliveringWebhook,
  DriftedItem,
  EndingCertificate,
} from '../../../contract/overview/overview.ts';
import { isFailing } from '../../../contract/overview/overview.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import { nextSteps } from '../../review/next-steps.ts';
import { planTitle, progressLabel } from '../../review/plan-text.ts';
import { targetKindLook } from '../../review/target-kinds.ts';
import { steadyEnd } from '../../state/clock.svelte.ts';
import { globalPath, tenantPath } from '../../state/router.svelte.ts';
import { counted, formatNumber, formatTimestamp, plural } from '../../../languages/text/intl.ts';
import { formatRelativeTime } from '../../../languages/text/relative-time.ts';

/** The one thing that a row offers to do. */
type AttentionAction =
  | { readonly do: 'go'; readonly path: string }
  | { readonly do: 'sign-in' }
  | { readonly do: 'compare' }
  | { readonly do: 'settle'; readonly plan: Plan };

export interface AttentionRow {
  readonly id: string;
  /** The worst first: what is broken, what will be, what only waits. */
  readonly gravity: 'bad' | 'warn' | 'accent';
  /** What it is about, and what is with it: `Slack`, `cannot deliver`. */
  readonly title: string;
  readonly rest: string;
  readonly detail: string;
  readonly label: string;
  readonly action: AttentionAction;
}

export interface AttentionParts {
  readonly tenantId: string;
  readonly session: SessionState;
  readonly drafts: readonly DraftSummary[];
  /** Of those drafts, as far as it is known. */
  readonly standings: readonly DraftStatus[];
  readonly openPlans: readonly Plan[];
  readonly delivering: readonly DeliveringWebhook[];
  readonly certificates: readonly EndingCertificate[];
  /** What others have changed. */
  readonly drifted: readonly DriftedItem[];
  readonly now: number;
  /** As `performance.now` has it. */
  readonly steadyNow: number;
}

const gravities: readonly AttentionRow['gravity'][] = ['bad', 'warn', 'accent'];

/** A sign-in that cannot be renewed is worth a row from so long before its end. */
const endingMs = 15 * 60_000;

/** What needs somebody, the worst first. */
export function attentionRows(parts: AttentionParts): AttentionRow[] {
  const rows = [
    ...parts.delivering.filter(isFailing).map((webhook) => ofWebhook(parts.tenantId, webhook)),
    ...ofSession(parts.session, parts.steadyNow),
    ...parts.openPlans.filter((plan) => isInterrupted(plan, parts.tenantId)).map(ofPlan),
    ...parts.certificates.map((certificate) => ofCertificate(parts, certificate)),
    ...ofDrift(parts.drifted),
    ...ofDrafts(parts),
  ];
  return gravities.flatMap((gravity) => rows.filter((row) => row.gravity === gravity));
}

export const isInterrupted = (plan: Plan, tenantId: string): boolean =>
  plan.tenantId === tenantId && plan.state === 'open' && !plan.isUnderWay;

function ofWebhook(tenantId: string, webhook: DeliveringWebhook): AttentionRow {
  const { webhookId, name, host, delivered, dead, pending, last } = webhook;
  const finished = delivered + dead;
  const share =
    dead > 0
      ? `${formatNumber(dead)} of ${counted(finished, 'delivery', 'deliveries')} failed in 24 hours`
      : 'Last attempt failed; retrying';
  const answer =
    last.httpStatus === null
      ? `no answer from ${host || 'its address'}`
      : `${last.httpStatus} from ${host || 'its address'}`;
  const waiting = pending === 0 ? [] : [`${formatNumber(pending)} waiting`];
  return {
    id: `webhook ${webhookId}`,
    gravity: 'bad',
    title: name,
    rest: 'cannot deliver',
    detail: [share, answer, ...waiting].join(' · '),
    label: 'Open deliveries',
    action: { do: 'go', path: tenantPath(tenantId, 'webhooks', webhookId, 'deliveries') },
  };
}

function ofSession(session: SessionState, steadyNow: number): AttentionRow[] {
  const row = (gravity: AttentionRow['gravity'], title: string, detail: string): AttentionRow[] => [
    {
      ...{ id: 'session', gravity, title, rest: '', detail },
      label: session.state === 'signed-out' && session.error === undefined ? 'Sign in' : 'Sign in again',
      action: { do: 'sign-in' },
    },
  ];
  if (session.state === 'signing-in' || session.state === 'confirming') return [];
  if (session.state === 'signed-out') {
    return session.error === undefined
      ? row('warn', "You're signed out", 'Showing cached data. You can still edit drafts.')
      : row('warn', 'Your session expired', session.error.message);
  }
  if (session.error !== undefined) return row('warn', "Couldn't refresh your session", session.error.message);
  if (session.canRefresh || steadyEnd(session) - steadyNow > endingMs) return [];
  return row(
    'warn',
    `Your sign-in ends in ${timeLeft(steadyEnd(session), steadyNow)}`,
    'Drafts are saved. Running changes pause until you sign in again.',
  );
}

function ofPlan(plan: Plan): AttentionRow {
  const [step] = nextSteps(plan);
  return {
    id: `plan ${plan.id}`,
    gravity: 'warn',
    title: planTitle(plan),
    rest: 'interrupted',
    detail: [progressLabel(plan), ...(plan.error === undefined ? [] : [plan.error.message])].join(' · '),
    label: step?.name === 'resume' ? 'Continue' : 'Resolve',
    action: { do: 'settle', plan },
  };
}

function ofCertificate({ tenantId, now }: AttentionParts, certificate: EndingCertificate): AttentionRow {
  const { thumbprint, applicationId, name, others, validUntil } = certificate;
  const hasEnded = validUntil <= now;
  const others_ = others === 0 ? '' : ` and ${counted(others, 'other')}`;
  return {
    id: `certificate ${thumbprint}`,
    gravity: hasEnded ? 'bad' : 'warn',
    title: `Certificate of ${name}${others_}`,
    rest: hasEnded
      ? `ended ${formatRelativeTime(validUntil, now, 'long')}`
      : `ends ${formatRelativeTime(validUntil, now, 'long')}`,
    detail: `${formatTimestamp(validUntil)} · whoever checks its signature ${hasEnded ? 'refuses' : 'will refuse'} its sign-ins`,
    label: 'Open sign-on',
    action: { do: 'go', path: tenantPath(tenantId, 'applications', applicationId, 'sign-on') },
  };
}

/** Kinds of which a tenant has one: their names need no number. */
const onePerTenant: ReadonlySet<string> = new Set(['origins', 'configuration']);

function ofDrift(things: readonly DriftedItem[]): AttentionRow[] {
  if (things.length === 0) return [];
  const kinds = [...Map.groupBy(things, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const noun = targetKindLook(kind).label.toLowerCase();
    return onePerTenant.has(kind) ? noun : counted(ofKind.length, noun);
  });
  return [
    {
      id: 'drift',
      gravity: 'accent',
      title: `${counted(things.length, 'thing')} changed on the tenant`,
      rest: 'since your last visit',
      detail: [kinds.join(', '), changedByText(things)].join(' · '),
      label: 'Compare',
      action: { do: 'compare' },
    },
  ];
}

/** `3 by martin@acme.example, 1 by unknown user`. */
function changedByText(things: readonly DriftedItem[]): string {
  const people = [...Map.groupBy(things, ({ changedBy }) => changedBy)].sort(
    ([one, ofOne], [other, ofOther]) =>
      Number(one === '') - Number(other === '') || ofOther.length - ofOne.length,
  );
  return people.map(([name, of]) => `${formatNumber(of.length)} by ${name || 'unknown user'}`).join(', ');
}

function ofDrafts({ drafts, standings, now }: AttentionParts): AttentionRow[] {
  const oldest = Math.min(...drafts.map(({ savedAt }) => savedAt));
  if (drafts.length === 0) return [];
  const inConflict = standings.filter(({ state }) => state === 'conflict');
  const named = inConflict.map(
    ({ kind, targetId }) =>
      drafts.find((draft) => draft.kind === kind && draft.targetId === targetId)?.title ?? '',
  );
  const age = `the oldest was typed ${formatRelativeTime(oldest, now, 'long')}`;
  return [
    {
      id: 'drafts',
      gravity: inConflict.length > 0 ? 'warn' : 'accent',
      title: counted(drafts.length, 'draft'),
      rest: `${plural(drafts.length, { one: 'waits', other: 'wait' })}${inConflict.length === 0 ? '' : `, ${inConflict.length} in conflict`}`,
      detail:
        named.length === 0
          ? `${drafts
              .slice(0, 3)
              .map(({ title }) => title)
              .join(', ')} · ${age}`
          : `${named.slice(0, 3).join(', ')}: changed on the tenant too · ${age}`,
      label: 'Open drafts',
      action: { do: 'go', path: globalPath('drafts') },
    },
  ];
}
