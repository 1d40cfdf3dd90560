import { describe, expect, it } from 'vitest';
import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import type { PlanItem } from '../../../contract/changes/changes.ts';
import { aPlan } from '../../../test/component/plans.ts';
import { planAsMarkdown } from './plan-as-markdown.ts';

const malicious = '![x](https://evil.example/p.png) <img src=x> @security `code` \n# injected | cell\u202E';

function itemOf(text: string): PlanItem {
  const parts: ChangePart[] = [
    { type: 'field', name: 'a', label: text, isChanged: true, before: text, after: `${text}\`\`` },
    {
      type: 'text',
      name: 'b',
      label: text,
      isChanged: true,
      language: 'text',
      before: '',
      after: `${text}\n\`\`\`\`\n`,
    },
    {
      type: 'pairs',
      name: 'c',
      label: text,
      isChanged: true,
      before: [],
      after: [{ name: text, value: text, isSecret: false }],
    },
    { type: 'set', name: 'd', label: text, isChanged: true, before: [], after: [text] },
    { type: 'table', name: 'e', label: text, columns: [text], isChanged: true, before: [], after: [[text]] },
    { type: 'field', name: 'f', label: text, isChanged: false, before: text, after: text },
  ];
  return {
    id: 'item',
    verb: 'update',
    title: text,
    target: { kind: 'note', id: 'n', name: text },
    summary: text,
    state: 'pending',
    decision: null,
    undoneBy: null,
    isUndoable: true,
    parts,
    findings: [{ label: text, columns: [text], rows: [[text, text]], note: text }],
    risks: [{ words: text, although: text }],
    basis: 'fresh',
    warnings: [text],
    merged: [text],
    steps: [],
  };
}

function markdownOf(text: string): string {
  const item = itemOf(text);
  const plan = aPlan({
    title: text,
    tenantName: text,
    total: 2,
    groups: [{ id: 'g', title: text, summary: '', count: 2, decision: null, counts: {} }],
  });
  return planAsMarkdown({ items: () => ({ items: [item, item] }), item: () => item }, plan);
}

/** The Markdown without its code: only there a reader renders links, images, HTML and mentions. */
function outsideOfCode(markdown: string): string {
  const withoutBlocks = markdown.replaceAll(/^(`{3,})diff\n[\s\S]*?\n\1$/gm, '');
  return withoutBlocks.replaceAll(/(?<![`\\])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

describe('a plan as Markdown', () => {
  it('contains no image, link, HTML or mention from a name or a value', () => {
    const rest = outsideOfCode(markdownOf(malicious));
    expect(rest).not.toMatch(/(?<!\\)[<[`]/);
    expect(rest).not.toMatch(/:\/\/|@/);
    expect(rest).not.toMatch(/^\s*# injected/m);
    expect(rest).not.toContain('\u202E');
  });

  it('has each name on one line, and makes invisible characters visible', () => {
    const markdown = markdownOf(malicious);
    expect(markdown).toContain('\\<U+000A\\># injected');
    expect(markdown).toContain('\\<U+202E\\>');
    // A field's value, in code.
    expect(markdown).toContain('`code` <U+000A># injected | cell<U+202E>');
    expect(markdown).not.toContain('\u202E');
    expect(markdown.split('\n').filter((line) => /^#/.test(line))).toHaveLength(2);
  });

  it('has no additional line in a diff from a line break in a name or a value', () => {
    expect(markdownOf('a\n+ forged')).not.toMatch(/^[+\s]*forged: /m);
    expect(markdownOf('a\n+ forged')).toContain('+ a<U+000A>+ forged: a<U+000A>+ forged');
  });

  it('leaves an ordinary name unchanged', () => {
    expect(markdownOf('Payroll (EU)')).toContain('## Payroll (EU): 2 items, for example Payroll (EU)\n');
  });
});
