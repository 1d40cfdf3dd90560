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
import { counted, formatNumber, formatTimeLeft, formatTimestamp } from '../../../languages/text/intl.ts';
import { formatPastTime, formatRelativeTime } from '../../../languages/text/relative-time.ts';

/** The action of a row. */
type AttentionAction =
  | { readonly do: 'go'; readonly path: string }
  | { readonly do: 'sign-in' }
  | { readonly do: 'compare' }
  | { readonly do: 'resolve'; readonly plan: Plan };

export interface AttentionRow {
  readonly id: string;
  /** In order of severity: broken, about to break, pending. */
  readonly severity: 'bad' | 'warn' | 'accent';
  /** Subject and problem: `Slack`, `can't deliver`. */
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
  /** Known statuses of those drafts. */
  readonly draftStatuses: readonly DraftStatus[];
  readonly openPlans: readonly Plan[];
  readonly delivering: readonly DeliveringWebhook[];
  readonly certificates: readonly EndingCertificate[];
  /** Changes by others. */
  readonly drifted: readonly DriftedItem[];
  readonly now: number;
  /** Time of `performance.now`. */
  readonly steadyNow: number;
}

const severities: readonly AttentionRow['severity'][] = ['bad', 'warn', 'accent'];

/** A session without a refresh token gets a row this long before it expires. */
const expiryWarningMs = 15 * 60_000;

/** Items that need attention, most severe first. */
export function attentionRows(parts: AttentionParts): AttentionRow[] {
  const rows = [
    ...parts.delivering.filter(isFailing).map((webhook) => ofWebhook(parts.tenantId, webhook)),
    ...ofSession(parts.session, parts.steadyNow),
    ...parts.openPlans.filter((plan) => isInterrupted(plan, parts.tenantId)).map(ofPlan),
    ...parts.certificates.map((certificate) => ofCertificate(parts, certificate)),
    ...ofDrift(parts.drifted),
    ...ofDrafts(parts),
  ];
  return severities.flatMap((severity) => rows.filter((row) => row.severity === severity));
}

export const isInterrupted = (plan: Plan, tenantId: string): boolean =>
  plan.tenantId === tenantId && plan.state === 'open' && !plan.isRunning;

function ofWebhook(tenantId: string, webhook: DeliveringWebhook): AttentionRow {
  const { webhookId, name, host, delivered, dead, pending, last } = webhook;
  const finished = delivered + dead;
  const share =
    dead > 0
      ? `${formatNumber(dead)} of ${counted(finished, 'delivery', 'deliveries')} failed in 24 hours`
      : 'Last attempt failed; retrying';
  const result =
    last.httpStatus === null
      ? `no response from ${host || 'its URL'}`
      : `${last.httpStatus} from ${host || 'its URL'}`;
  const waiting = pending === 0 ? [] : [`${formatNumber(pending)} pending`];
  return {
    id: `webhook ${webhookId}`,
    severity: 'bad',
    title: name,
    rest: 'can’t deliver',
    detail: [share, result, ...waiting].join(' · '),
    label: 'Open deliveries',
    action: { do: 'go', path: tenantPath(tenantId, 'webhooks', webhookId, 'deliveries') },
  };
}

function ofSession(session: SessionState, steadyNow: number): AttentionRow[] {
  const row = (severity: AttentionRow['severity'], title: string, detail: string): AttentionRow[] => [
    {
      ...{ id: 'session', severity, title, rest: '', detail },
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
  if (session.canRefresh || steadyEnd(session) - steadyNow > expiryWarningMs) return [];
  return row(
    'warn',
    `Session expires in ${formatTimeLeft(steadyEnd(session) - steadyNow)}`,
    'Drafts are saved. Running changes pause until you sign in again.',
  );
}

function ofPlan(plan: Plan): AttentionRow {
  const [step] = nextSteps(plan);
  return {
    id: `plan ${plan.id}`,
    severity: 'warn',
    title: planTitle(plan),
    rest: 'interrupted',
    detail: [progressLabel(plan), ...(plan.error === undefined ? [] : [plan.error.message])].join(' · '),
    label: step?.name === 'resume' ? 'Continue' : 'Resolve',
    action: { do: 'resolve', plan },
  };
}

function ofCertificate({ tenantId, now }: AttentionParts, certificate: EndingCertificate): AttentionRow {
  const { thumbprint, applicationId, name, others, validUntil } = certificate;
  const isExpired = validUntil <= now;
  const others_ = others === 0 ? '' : ` and ${counted(others, 'other')}`;
  return {
    id: `certificate ${thumbprint}`,
    severity: isExpired ? 'bad' : 'warn',
    title: `Certificate of ${name}${others_}`,
    rest: isExpired
      ? `expired ${formatRelativeTime(validUntil, now, 'long')}`
      : `expires ${formatRelativeTime(validUntil, now, 'long')}`,
    detail: `${formatTimestamp(validUntil)} · sign-ins ${isExpired ? 'fail' : 'will fail'} where the signature is checked`,
    label: 'Open sign-on',
    action: { do: 'go', path: tenantPath(tenantId, 'applications', applicationId, 'settings') },
  };
}

/** Kinds that exist once per tenant: no count is shown. */
const onePerTenant: ReadonlySet<string> = new Set(['origins', 'configuration']);

function ofDrift(items: readonly DriftedItem[]): AttentionRow[] {
  if (items.length === 0) return [];
  const kinds = [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const noun = targetKindLook(kind).label.toLowerCase();
    return onePerTenant.has(kind) ? noun : counted(ofKind.length, noun);
  });
  return [
    {
      id: 'drift',
      severity: 'accent',
      title: `${counted(items.length, 'item')} changed on the tenant`,
      rest: 'since your last visit',
      detail: [kinds.join(', '), changedByText(items)].join(' · '),
      label: 'Compare',
      action: { do: 'compare' },
    },
  ];
}

/** `3 by martin@acme.example, 1 by unknown user`. */
function changedByText(items: readonly DriftedItem[]): string {
  const people = [...Map.groupBy(items, ({ changedBy }) => changedBy)].sort(
    ([one, ofOne], [other, ofOther]) =>
      Number(one === '') - Number(other === '') || ofOther.length - ofOne.length,
  );
  return people.map(([name, of]) => `${formatNumber(of.length)} by ${name || 'unknown user'}`).join(', ');
}

function ofDrafts({ drafts, draftStatuses, now }: AttentionParts): AttentionRow[] {
  const oldest = Math.min(...drafts.map(({ savedAt }) => savedAt));
  if (drafts.length === 0) return [];
  const inConflict = draftStatuses.filter(({ state }) => state === 'conflict');
  const named = inConflict.map(
    ({ kind, targetId }) =>
      drafts.find((draft) => draft.kind === kind && draft.targetId === targetId)?.title ?? '',
  );
  const age = `oldest edited ${formatPastTime(oldest, now, 'long')}`;
  return [
    {
      id: 'drafts',
      severity: inConflict.length > 0 ? 'warn' : 'accent',
      title: counted(drafts.length, 'draft'),
      rest: `${inConflict.length === 0 ? 'not applied' : `not applied, ${inConflict.length} in conflict`}`,
      detail:
        named.length === 0
          ? `${drafts
              .slice(0, 3)
              .map(({ title }) => title)
              .join(', ')} · ${age}`
          : `${named.slice(0, 3).join(', ')}: also changed on the tenant · ${age}`,
      label: 'Open drafts',
      action: { do: 'go', path: globalPath('drafts') },
    },
  ];
}
