import { z } from 'zod';
import { foldedName } from '../../platform/files/file-stem.ts';
import type { JsonValue } from '../../../contract/applications/application-settings.ts';

/** What a folder holds of a tenant. */
export const itemKinds = [
  'application',
  'webhook',
  'origins',
  'configuration',
  'assignments',
  'role',
] as const;

export type ItemKind = (typeof itemKinds)[number];

/** Out of JSON, and into JSON. */
const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined && typeof value !== 'function');

/** One item as its files have it: secrets are references, and texts with a separate file are beside the document. */
export const folderItemSchema = z.strictObject({
  kind: z.enum(itemKinds),
  /** In the folder, without an extension: `webhooks/slack-risky-sign-ins`. */
  path: z.string().min(1),
  name: z.string(),
  /** Of the item on the tenant that it was read from; null where the document has none. */
  id: z.string().nullable(),
  document: z.record(z.string(), jsonValueSchema),
  /** The script of an application or the template of a webhook; null where there is no such file. */
  text: z.string().nullable(),
  /** An icon with a separate file, as a `data:` URL. */
  icon: z.string().nullable(),
});

export type FolderItem = z.infer<typeof folderItemSchema>;
export type Document = FolderItem['document'];

/** An item of the tenant in the form of its files. */
export interface LiveItem {
  readonly item: FolderItem;
  readonly id: string;
  /** The placeholders of its secrets, by the names of the references in their place. */
  readonly marks: ReadonlyMap<string, string>;
}

export const schemaOf = (kind: ItemKind): string => `tdesk/${kind}/v1`;

/** Different for all files of a folder. */
export const pathKey = ({ kind, path }: Pick<FolderItem, 'kind' | 'path'>): string => `${kind} ${path}`;

/** Equal for items of one kind whose names file systems don't distinguish. */
export const nameKey = ({ kind, name }: { readonly kind: ItemKind; readonly name: string }): string =>
  `${kind} ${foldedName(name)}`;
