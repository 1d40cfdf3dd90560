import { createTwoFilesPatch } from 'diff';
import type { Plan } from '../../../contract/changes.ts';

/** A plan as Markdown for a ticket or a review: every item with its difference. Dates in ISO 8601. */
export function planAsMarkdown(plan: Plan, tenantName: string): string {
  const head = `# ${plan.items.length === 1 ? '1 change' : `${plan.items.length} changes`} for ${tenantName}\n\nPlanned ${new Date(plan.createdAt).toISOString()}\n`;
  const items = plan.items.map((item) => {
    const difference = createTwoFilesPatch('before', 'after', item.before ?? '', item.after ?? '', '', '', {
      context: 3,
    });
    const warnings = item.warnings.map((warning) => `> ${warning}\n`).join('');
    const fence = fenceFor(difference);
    return `\n## ${item.title}: ${item.target.name}\n\n${warnings}${item.summary}\n\n${fence}diff\n${difference}${fence}\n`;
  });
  return head + items.join('');
}

/** A fence that is longer than any run of backquotes inside. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}
