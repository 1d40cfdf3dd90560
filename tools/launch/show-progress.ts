import type { DownloadProgress } from './download-file.ts';
import { megabytes } from './download-file.ts';

interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Minimum milliseconds between updates of a terminal line. */
const redrawMs = 200;
/** Minimum milliseconds between log lines, unless another tenth was received. */
const logMs = 10_000;

/** Shows download progress: in one changing line on a terminal, in a few lines in a log. */
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
      // The line is cleared to its end: the previous one may have been longer.
      output.write(isTerminal ? `\r  ${amount}\u001B[K` : `  ${amount}\n`);
      isLineOpen = isTerminal;
    },
    /** Ends the line, so that later output starts on its own line. */
    end(): void {
      if (isLineOpen) output.write('\n');
      isLineOpen = false;
    },
  };
}
