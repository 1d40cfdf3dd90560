import { z } from 'zod';

/**
 * In the browser host the page replaces native dialogs: it lets the user choose a file and uploads it to `uploadPath`, and it is
 * notified when a file is ready to download.
 */
export const fileRequestSchema = z.strictObject({
  requestId: z.string(),
  title: z.string(),
  /** For example `.json`. */
  extensions: z.array(z.string()),
  maxBytes: z.number().int(),
  /** Where to POST the bytes (header `X-File-Name`, percent-encoded); a DELETE means that no file was chosen. */
  uploadPath: z.string(),
});

export const downloadReadySchema = z.strictObject({ fileName: z.string(), downloadPath: z.string() });

export type FileRequest = z.infer<typeof fileRequestSchema>;
export type DownloadReady = z.infer<typeof downloadReadySchema>;
