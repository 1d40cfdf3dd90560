import { createHash } from 'node:crypto';
import { hostsToAcknowledge } from '../../../contract/changes/destinations.ts';
import type { PlanItem } from '../../../contract/changes/changes.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { printable } from '../output/printable.ts';
import { changeLines } from './change-lines.ts';
import type { Planned } from './planned.ts';

/** What must be accepted with `--accept` before a plan is applied. */
export interface Acceptance {
  readonly code: string;
  readonly text: string;
}

/** Names a risk: another risk has another code. */
const riskCode = (text: string): string =>
  `risk-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;

/** The risks, where the tenant asks for them to be accepted, and the hosts that get a credential for the first time. */
export function acceptancesOf({ plan, items }: Pick<Planned, 'plan' | 'items'>): Acceptance[] {
  const risks = plan?.acknowledgement === undefined ? [] : items.flatMap((item) => item.risks ?? []);
  const hosts = hostsToAcknowledge(plan?.destinations ?? []);
  return [
    ...risks.map(({ words: text }) => ({ code: riskCode(text), text })),
    ...hosts.map((host) => ({ code: host, text: `Sends stored credentials to ${host} for the first time` })),
  ];
}

/** The review as one document. */
export async function printPlan(context: Context, planned: Planned, out: string | undefined): Promise<void> {
  const { profile, source, plan, items, summary, conflicts, skipped } = planned;
  const accept = acceptancesOf(planned);
  await context.output.print({
    verb: 'plan',
    data: {
      tenant: describeTenant(profile),
      source,
      summary,
      items: items.map(reviewed),
      conflicts,
      skipped,
      confirmation: plan?.confirmation ?? null,
      accept,
      ...(out === undefined ? {} : { savedTo: out }),
    },
    text: () => planText(context, planned, accept, out),
  });
}

function reviewed({
  verb,
  state,
  target,
  title,
  summary,
  decision,
  parts,
  warnings,
  risks,
  findings,
}: PlanItem) {
  return {
    action: decision !== null ? 'conflict' : state === 'pending' ? verb : 'skipped',
    ...{ kind: target.kind, name: target.name, id: target.id, title, summary },
    parts: parts.filter(({ isChanged }) => isChanged),
    warnings,
    risks: (risks ?? []).map(({ words: text }) => ({ code: riskCode(text), text })),
    findings: findings ?? [],
  };
}

const symbols = { create: '+', update: '~', delete: '-', run: '>' } as const;
const colors = { create: 'green', update: 'yellow', delete: 'red', run: 'blue' } as const;

function planText(
  { output }: Context,
  { profile, source, items, summary, conflicts, skipped }: Planned,
  accept: readonly Acceptance[],
  out: string | undefined,
): string {
  const width = Math.max(0, ...items.map(({ target }) => target.kind.length));
  const lines = items
    .filter(({ state, decision }) => state === 'pending' && decision === null)
    .flatMap(({ verb, target, summary: about, title, parts }) => [
      `  ${output.style(colors[verb], symbols[verb])} ${target.kind.padEnd(width)}  ${printable(target.name)}  ${printable(about || title)}`,
      ...(verb === 'update' ? changeLines(parts, output.style).map((line) => `      ${line}`) : []),
    ]);
  const warnings = items.flatMap(({ target, warnings: own }) =>
    own.map((warning) => `▲ ${printable(target.name)}  ${printable(warning)}`),
  );
  const problems = (label: string, list: Planned['conflicts']): string[] =>
    list.map(({ name, message }) => `${label}: ${printable(name)}: ${printable(message)}`);
  return [
    `Compared ${source} with ${profile.name}`,
    ...(lines.length === 0 ? [] : ['', ...lines, '']),
    ...warnings,
    ...problems('Conflict', conflicts),
    ...problems('Skipped', skipped),
    ...accept.map(({ code, text }) => `To accept: --accept ${code}  ${printable(text)}`),
    `Plan: ${summary.create} to create, ${summary.update} to update, ${summary.delete} to delete, ${summary.unchanged} unchanged, ${summary.conflict} in conflict, ${summary.skipped} skipped`,
    ...(out === undefined ? [] : [`Saved to ${out}`]),
  ].join('\n');
}
