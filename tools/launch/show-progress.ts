import type { DownloadProgress } from './download-file.ts';
import { megabytes } from './download-file.ts';

interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A terminal's line is written anew at most once in so many milliseconds. */
const redrawMs = 200;
/** A log gets a line in so many milliseconds, or with every tenth of the whole. */
const logMs = 10_000;

/** Shows how far a download is: in one line that changes on a terminal, in lines that are few in a log. */
export function showProgress(output: ProgressOutput, now: () => number) {
  let shownAt = -Infinity;
  let shownTenth = 0;
  let isLineOpen = false;
  const isTerminal = output.isTTY === true;

  return {
    report({ receivedBytes, totalBytes }: DownloadProgress): void {
      const share = totalBytes === undefined ? 0 : receivedBytes / totalBytes;
      const tenth = Math.floor(share * 10);
      const elapsed = now() - shownAt;
      const isDue = isTerminal ? elapsed >= redrawMs || share === 1 : elapsed >= logMs || tenth > shownTenth;
      if (!isDue) return;
      shownAt = now();
      shownTenth = tenth;
      const amount =
        totalBytes === undefined
          ? `${megabytes(receivedBytes)} MB`
          : `${megabytes(receivedBytes)} of ${megabytes(totalBytes)} MB, ${Math.floor(share * 100)} %`;
      // The line is cleared to its end: the one before may have been longer.
      output.write(isTerminal ? `\r  ${amount}\u001B[K` : `  ${amount}\n`);
      isLineOpen = isTerminal;
    },
    /** Leaves the line as it is, so that what is said next begins on one of its own. */
    end(): void {
      if (isLineOpen) output.write('\n');
      isLineOpen = false;
    },
  };
}
