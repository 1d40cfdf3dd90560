import { createTwoFilesPatch } from 'diff';
import type { ChangePart } from '../../../contract/change-parts.ts';
import type { Plan, PlanItem, PlanItemSummary } from '../../../contract/changes.ts';
import type { Desk } from '../../../contract/desk.ts';
import { counted } from './item-words.ts';
import { memberRows, pairRows, unchangedLine } from './parts/value-rows.ts';
import { planTitle } from './plan-words.ts';

/** An equal change is written out once; this many of the things it happens to are named. */
const mostNamed = 500;

/** A plan as Markdown for a ticket: each equal change with its parts, and the things it happens to. Dates in ISO 8601. */
export async function planAsMarkdown(desk: Desk, plan: Plan): Promise<string> {
  const planId = plan.id;
  const sections = [
    `# ${planTitle(plan)}\n\n${plan.tenantName}, ${counted(plan.total, 'change')}, planned ${new Date(plan.createdAt).toISOString()}\n`,
  ];
  for (const group of plan.groups) {
    const { items } = await desk.changes.items({ planId, groupId: group.id, limit: mostNamed });
    const [first] = items;
    if (first === undefined) continue;
    const item = await desk.changes.item({ planId, itemId: first.id });
    sections.push(itemAsMarkdown(item, items, group.count));
  }
  return sections.join('\n');
}

function itemAsMarkdown(item: PlanItem, alike: readonly PlanItemSummary[], count: number): string {
  const names = alike.map(({ target }) => target.name).join(', ');
  const more = count > alike.length ? ` and ${count - alike.length} more` : '';
  const head = count === 1 ? names : `${counted(count, 'thing')}, for example ${item.target.name}`;
  const changed = item.parts.filter(({ isChanged }) => isChanged);
  const unchanged = unchangedLine(item.parts.filter(({ isChanged }) => !isChanged));
  return [
    `## ${item.title}: ${head}\n`,
    ...(count === 1 ? [] : [`${names}${more}\n`]),
    ...item.warnings.map((warning) => `> ${warning}\n`),
    ...changed.map(partAsMarkdown),
    ...(unchanged === '' ? [] : [`Unchanged: ${unchanged}\n`]),
  ].join('\n');
}

function partAsMarkdown(part: ChangePart): string {
  switch (part.type) {
    case 'field':
      return `- ${part.label}: ${quoted(part.before)} → ${quoted(part.after)}\n`;
    case 'text':
      return `${part.label}:\n\n${fenced(differenceOf(part.before ?? '', part.after ?? ''))}\n`;
    case 'pairs': {
      const lines = pairRows(part.before ?? [], part.after ?? []).flatMap(({ sign, before, after }) => {
        if (sign === 'same') return [];
        return [
          ...(before === undefined
            ? []
            : [`- ${before.name}: ${before.isSecret ? '(secret)' : before.value}`]),
          ...(after === undefined ? [] : [`+ ${after.name}: ${after.isSecret ? '(secret)' : after.value}`]),
        ];
      });
      return `${part.label}:\n\n${fenced(`${lines.join('\n')}\n`)}\n`;
    }
    case 'set':
      return `${part.label}:\n\n${fenced(membersAsLines((part.before ?? []).map(cell), (part.after ?? []).map(cell)))}\n`;
    case 'table':
      return `${part.label} (${part.columns.join(', ')}):\n\n${fenced(membersAsLines(part.before ?? [], part.after ?? []))}\n`;
  }
}

const cell = (member: string): readonly string[] => [member];

function membersAsLines(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): string {
  return memberRows(before, after, (cells) => JSON.stringify(cells))
    .filter(({ sign }) => sign !== 'same')
    .map(({ sign, member }) => `${sign === 'added' ? '+' : '-'} ${member.join(' | ')}\n`)
    .join('');
}

/** The hunks alone: names of files would be noise. */
function differenceOf(before: string, after: string): string {
  const patch = createTwoFilesPatch('before', 'after', before, after, '', '', { context: 3 });
  return patch.split('\n').slice(3).join('\n');
}

function quoted(value: string | null): string {
  if (value === null) return 'not there';
  if (value === '') return 'empty';
  const fence = '`'.repeat(longestRun(value) + 1);
  return `${fence} ${value.replace(/\s+/g, ' ')} ${fence}`;
}

/** A fence that is longer than any run of backquotes inside. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}diff\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
