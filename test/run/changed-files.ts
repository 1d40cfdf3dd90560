import { runCommand } from './run-command.ts';

/** Possible main branches; the first that exists is used. */
const trunks = ['origin/main', 'origin/master', 'main', 'master'];

/** Files that differ from the commit where this branch left the main branch, including uncommitted ones. */
export async function changedFiles(): Promise<readonly string[]> {
  const base = await branchPoint();
  const [tracked, untracked] = await Promise.all([
    git('diff', '--name-only', '--diff-filter=d', base),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...new Set([...tracked, ...untracked])];
}

async function branchPoint(): Promise<string> {
  for (const trunk of trunks) {
    const { exitCode, output } = await runCommand('git', ['merge-base', 'HEAD', trunk]);
    if (exitCode === 0) return output.trim();
  }
  return 'HEAD';
}

async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { exitCode, output } = await runCommand('git', args);
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')} failed: ${output}`);
  return output.split('\n').filter((line) => line !== '');
}
