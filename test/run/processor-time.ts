import { readFileSync } from 'node:fs';

/** Of a clock tick in /proc, on every Linux that Node runs on. */
const tickMs = 10;
let accounted = childrenMs();

/**
 * Milliseconds of processor time of the child process that has just ended, with all that it started; undefined where the system
 * does not say (other than Linux). To be called once for each child, when it has ended.
 */
export function takeProcessorMs(): number | undefined {
  const now = childrenMs();
  if (now === undefined || accounted === undefined) return undefined;
  const taken = now - accounted;
  accounted = now;
  return taken;
}

/** The sum over all children that have ended. Source: proc_pid_stat(5), fields 16 and 17. */
function childrenMs(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in brackets, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * tickMs;
  } catch {
    return undefined;
  }
}
