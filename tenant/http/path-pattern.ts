/**
 * Whether a path matches a pattern in which `*` matches any text, ignoring case and a trailing slash. Scans
 * both once and backtracks only to the last star, so no pattern can make it slow.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const wanted = withoutSlash(pattern.toLowerCase());
  const given = withoutSlash(path.toLowerCase());
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < given.length) {
    if (wanted[at] === '*') {
      star = at++;
      resume = index;
    } else if (wanted[at] === given[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (wanted[at] === '*') at++;
  return at === wanted.length;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
