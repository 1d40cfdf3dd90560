import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { failure } from '../../platform/errors/failure.ts';

const run = promisify(execFile);

/** Writes a folder as it was in a git revision to a temporary folder, and removes that after `work`. */
export async function withGitFolder<Result>(
  folder: string,
  revision: string,
  work: (temporary: string) => Promise<Result>,
): Promise<Result> {
  // A revision that looks like an option isn't one.
  if (revision.startsWith('-')) throw unknownRevision(folder, revision);
  const temporary = await mkdtemp(join(tmpdir(), 'tdesk-git-'));
  try {
    const archive = join(temporary, 'revision.tar');
    const content = join(temporary, 'content');
    await git(folder, revision, ['archive', '--format=tar', `--output=${archive}`, revision, '.']);
    await mkdir(content);
    await run('tar', ['-xf', archive, '-C', content]);
    return await work(content);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function git(folder: string, revision: string, args: readonly string[]): Promise<void> {
  try {
    await run('git', ['-C', folder, ...args]);
  } catch (cause) {
    throw unknownRevision(folder, revision, cause);
  }
}

function unknownRevision(folder: string, revision: string, cause?: unknown): Error {
  return failure(
    'invalid-input',
    `git has no revision ${revision} of ${folder}. Name a commit, branch or tag of the repository that the folder is in.`,
    { cause },
  );
}
