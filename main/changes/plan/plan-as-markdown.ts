import type {
  Plan,
  PlanFinding,
  PlanGroup,
  PlanItem,
  PlanItemSummary,
} from '../../../contract/changes/changes.ts';
import type { Destination } from '../../../contract/changes/destinations.ts';
import { differenceLine } from '../../../contract/changes/group-difference.ts';
import { unchangedLine } from '../../../contract/changes/part-rows.ts';
import { markdownText } from '../../../languages/text/markdown.ts';
import { partAsMarkdown } from './part-as-markdown.ts';
import type { ItemFilter } from '../record/item-reads.ts';
import { counted } from '../../../languages/text/intl.ts';

/** Reads the items of a plan. */
export interface DescribedItems {
  items(planId: string, filter: ItemFilter): { readonly items: readonly PlanItemSummary[] };
  item(planId: string, itemId: string): PlanItem;
}

/** An equal change is written once; this many of its items are named. */
const maxNamed = 500;

/** A plan as Markdown for a ticket: each equal change with its parts and its items. Dates in ISO 8601. */
export function planAsMarkdown(described: DescribedItems, plan: Plan): string {
  const head = `# ${markdownText(plan.title)}\n\n${markdownText(plan.tenantName)}, ${counted(plan.total, 'change')}, planned ${new Date(plan.createdAt).toISOString()}\n`;
  const groups = plan.groups.flatMap((group) => {
    const { items } = described.items(plan.id, { groupId: group.id, offset: 0, limit: maxNamed });
    const [first] = items;
    if (first === undefined) return [];
    return [groupAsMarkdown(described.item(plan.id, first.id), items, group)];
  });
  return [head, ...destinationsAsMarkdown(plan.destinations ?? []), ...groups].join('\n');
}

function destinationsAsMarkdown(destinations: readonly Destination[]): string[] {
  if (destinations.length === 0) return [];
  const lines = destinations.map(({ host, isKnown, credentials, newCredentials, count }) => {
    const facts = [
      counted(count, 'webhook'),
      credentials.map(markdownText).join(', '),
      ...(isKnown ? [] : ['host determined by the template']),
      newCredentials.length === 0
        ? 'already sent there'
        : `**new there:** ${newCredentials.map(markdownText).join(', ')}`,
    ];
    return `- ${markdownText(host)}: ${facts.join('; ')}\n`;
  });
  return [['## Hosts that receive stored credentials\n', ...lines].join('\n')];
}

function groupAsMarkdown(
  item: PlanItem,
  equal: readonly PlanItemSummary[],
  { count, differences = [] }: Pick<PlanGroup, 'count' | 'differences'>,
): string {
  const names = equal.map(({ target }) => markdownText(target.name)).join(', ');
  const more = count > equal.length ? ` and ${count - equal.length} more` : '';
  const heading =
    count === 1 ? names : `${counted(count, 'item')}, for example ${markdownText(item.target.name)}`;
  const unchanged = unchangedLine(item.parts.filter(({ isChanged }) => !isChanged));
  return [
    `## ${markdownText(item.title)}: ${heading}\n`,
    ...(count === 1 ? [] : [`${names}${more}\n`]),
    ...differences.map((difference) => `- Differs: ${markdownText(differenceLine(difference))}\n`),
    ...item.warnings.map((warning) => `> ${markdownText(warning)}\n`),
    ...(item.risks ?? []).map(({ words }) => `> **Risk.** ${markdownText(words)}\n`),
    ...(item.merged ?? []).map((sentence) => `> ${markdownText(sentence)}\n`),
    ...item.parts.filter(({ isChanged }) => isChanged).map(partAsMarkdown),
    ...(item.findings ?? []).map(findingAsMarkdown),
    ...(unchanged === '' ? [] : [`Unchanged: ${markdownText(unchanged)}\n`]),
  ].join('\n');
}

function findingAsMarkdown({ label, rows, note }: PlanFinding): string {
  const lines = rows.map((cells) => `- ${cells.map(markdownText).join(' | ')}\n`);
  return [`${markdownText(label)}:\n`, ...lines, ...(note === '' ? [] : [`${markdownText(note)}\n`])].join(
    '\n',
  );
}
