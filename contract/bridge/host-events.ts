import { z } from 'zod';

/**
 * In the browser host the page stands in for native dialogs: it is asked to let the person choose a file, which
 * it then sends to `uploadPath`, and told of a file that is ready to be downloaded.
 */
export const fileRequestSchema = z.strictObject({
  requestId: z.string(),
  title: z.string(),
  /** For example `.json`. */
  extensions: z.array(z.string()),
  maxBytes: z.number().int(),
  /** Where to POST the bytes (header `X-File-Name`, percent-encoded); a DELETE says that none was chosen. */
  uploadPath: z.string(),
});

export const downloadReadySchema = z.strictObject({ fileName: z.string(), downloadPath: z.string() });

export type FileRequest = z.infer<typeof fileRequestSchema>;
export type DownloadReady = z.infer<typeof downloadReadySchema>;
