import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import { folderItemSchema } from './item.ts';

const planFileSchema = z.strictObject({
  schema: z.literal('tdesk/plan-file/v1'),
  createdAt: z.iso.datetime(),
  tenant: z.strictObject({ name: z.string(), url: z.string() }),
  summary: z.record(z.string(), z.number()),
  /** What of the folder differs, with references in the place of values. */
  items: z.array(folderItemSchema),
  /** What the tenant had of these. */
  bases: z.array(folderItemSchema),
  /** Those of `tdesk.json` that references in `items` stand for. */
  values: z.record(z.string(), z.string()).default({}),
  deletes: z.array(z.strictObject({ kind: z.string(), id: z.string(), name: z.string() })),
  /** Of everything that was read, by kind, ID and name. */
  reads: z.record(z.string(), z.string()),
  /** Of what the review showed. */
  review: z.string(),
});

const namedSchema = z.looseObject({ schema: z.string() });

export type PlanFile = z.infer<typeof planFileSchema>;

export async function writePlanFile(path: string, plan: PlanFile): Promise<void> {
  await replaceFile(path, (sink) => sink(Buffer.from(`${formatExact(plan, 2)}\n`)));
}

/** What is planned: a folder, a saved plan, or a change set, which the change service reads. */
export type Source =
  | { readonly type: 'folder' }
  | { readonly type: 'plan'; readonly file: PlanFile }
  | { readonly type: 'change-set' };

/** Throws for what is neither. */
export async function readSource(path: string): Promise<Source> {
  const found = await stat(path).catch((cause: unknown) => {
    throw failure('file-unreadable', `There is no folder and no file ${path}, or it can’t be read.`, {
      cause,
    });
  });
  if (found.isDirectory()) return { type: 'folder' };
  let value: unknown;
  try {
    value = parseExact(await readFile(path, 'utf8'));
  } catch (cause) {
    throw failure(
      'file-not-json',
      `${path} is not a saved plan. Save one with tdesk plan DIR --out ${path}.`,
      { cause },
    );
  }
  // Files of the command name their schema, others are for the window too.
  if (!namedSchema.safeParse(value).success) return { type: 'change-set' };
  const parsed = planFileSchema.safeParse(value);
  if (parsed.success) return { type: 'plan', file: parsed.data };
  throw failure(
    'file-wrong-shape',
    `${path} is not a saved plan that this version reads. Save it again with tdesk plan DIR --out ${path}.`,
    {
      detail: z.prettifyError(parsed.error),
    },
  );
}
