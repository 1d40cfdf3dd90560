import type { Environment } from './environment.ts';

/**
 * The normalized name of a template given relative to another: `../` steps up, a leading `/` starts at the root,
 * `*` in the path means "here or in any folder above". Undefined for names that lead out of the root.
 */
export function resolveName(baseName: string, name: string): string | undefined {
  if (name.includes('\0')) return undefined;
  const scheme = /^[^/]*:\/\//.exec(name);
  if (scheme !== null) return normalize(name);
  const folder = baseName.slice(0, baseName.lastIndexOf('/') + 1);
  return normalize(name.startsWith('/') ? name.slice(1) : folder + name);
}

function normalize(path: string): string | undefined {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

/** As `resolveName`; fails at the running element for a name that is not allowed. */
export function resolveTemplateName(baseName: string, name: string, env: Environment): string {
  const resolved = resolveName(baseName, name);
  if (resolved === undefined) throw env.failure('include', `The template name is malformed: "${name}".`);
  return resolved;
}

/** The names to try for a normalized name, in order: a star step is replaced by ever fewer of the folders before it. */
export function candidates(name: string): readonly string[] {
  const steps = name.split('/');
  const star = steps.indexOf('*');
  if (star < 0) return [name];
  const before = steps.slice(0, star);
  const after = steps.slice(star + 1).join('/');
  const names: string[] = [];
  for (let n = before.length; n >= 0; n--) names.push([...before.slice(0, n), after].join('/'));
  return names;
}
