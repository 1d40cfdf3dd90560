import { z } from 'zod';
import { readJson } from '../../files/read-json.ts';
import { placementSchema, writeJson } from './window-placement.ts';

const openWindowSchema = z.object({
  /** The part of the URL that names what the window shows, such as `#/drafts`. */
  url: z.string().regex(/^#\/|^$/),
  placement: placementSchema,
});
const fileSchema = z.array(openWindowSchema);

/** A window that is opened again by the next start. */
export type OpenWindow = z.infer<typeof openWindowSchema>;

/** The windows that were open last, the one in front first. */
export interface OpenWindows {
  /** None if the file is missing or unreadable. */
  read(): readonly OpenWindow[];
  /** Synchronous and without errors, like the placement of a window. */
  write(open: readonly OpenWindow[]): void;
}

export function openWindowsIn(file: string): OpenWindows {
  return {
    read: () => readJson(file, fileSchema) ?? [],
    write: (open) => writeJson(file, open),
  };
}
