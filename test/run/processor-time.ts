import { readFileSync } from 'node:fs';

/** Duration of a clock tick in /proc on every Linux that Node supports. */
const tickMs = 10;
let accounted = childrenMs();

/**
 * CPU time in milliseconds of the child process that has just ended, including its own children; undefined on
 * systems other than Linux. Call it once for each child, after it has ended.
 */
export function takeProcessorMs(): number | undefined {
  const now = childrenMs();
  if (now === undefined || accounted === undefined) return undefined;
  const taken = now - accounted;
  accounted = now;
  return taken;
}

/** The sum over all ended children. Source: proc_pid_stat(5), fields 16 and 17. */
function childrenMs(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The program name, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * tickMs;
  } catch {
    return undefined;
  }
}
