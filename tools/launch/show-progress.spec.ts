import { expect, it } from 'vitest';
import { showProgress } from './show-progress.ts';

function output(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) };
}

it('rewrites one line on a terminal, no more often than can be read', () => {
  const terminal = output(true);
  let now = 0;
  const progress = showProgress(terminal, () => now);
  for (let receivedBytes = 0; receivedBytes <= 100_000_000; receivedBytes += 1_000_000) {
    progress.report({ receivedBytes, totalBytes: 100_000_000 });
    now += 20;
  }
  progress.end();
  expect(terminal.written.length).toBeLessThan(15);
  expect(terminal.written.slice(1, -1).every((text) => text.startsWith('\r') && !text.includes('\n'))).toBe(
    true,
  );
  expect(terminal.written.at(-2)).toBe('\r  100.0 of 100.0 MB, 100 %\u001B[K');
  expect(terminal.written.at(-1)).toBe('\n');
});

it('writes a line for every tenth in a log', () => {
  const log = output(false);
  const progress = showProgress(log, () => 0);
  for (let receivedBytes = 0; receivedBytes <= 50_000_000; receivedBytes += 250_000) {
    progress.report({ receivedBytes, totalBytes: 50_000_000 });
  }
  progress.end();
  expect(log.written).toHaveLength(11);
  expect(log.written[4]).toBe('  20.0 of 50.0 MB, 40 %\n');
});

it('periodically reports the received amount if the total is unknown', () => {
  const log = output(false);
  let now = 0;
  const progress = showProgress(log, () => now);
  for (let receivedBytes = 0; receivedBytes < 60; receivedBytes += 1) {
    progress.report({ receivedBytes: receivedBytes * 1_000_000, totalBytes: undefined });
    now += 1000;
  }
  expect(log.written).toEqual(['0.0', '10.0', '20.0', '30.0', '40.0', '50.0'].map((mb) => `  ${mb} MB\n`));
});
