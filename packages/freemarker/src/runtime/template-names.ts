import type { Environment } from './environment.ts';

/**
 * The normalized name of a template given relative to another: `../` steps up, a leading `/` starts at the root,
 * `*` in the path means "here or in any folder above". Undefined for names that lead out of the root.
 */
export function resolveName(baseName: string, name: string): string | undefined {
  if (name.includes('\0')) return undefined;
  const own = splitScheme(name);
  if (own.scheme !== '') return withNormalPath(own.scheme, own.path);
  const base = splitScheme(baseName);
  if (name.startsWith('/')) return withNormalPath(base.scheme, name.slice(1));
  const folder = base.path.slice(0, base.path.lastIndexOf('/') + 1);
  return withNormalPath(base.scheme, folder + name);
}

/** `foo://a/b` → `foo://` and `a/b` */
function splitScheme(name: string): { scheme: string; path: string } {
  const at = name.indexOf('://');
  if (at <= 0 || name.slice(0, at).includes('/')) return { scheme: '', path: name };
  return { scheme: name.slice(0, at + 3), path: name.slice(at + 3) };
}

function withNormalPath(scheme: string, path: string): string | undefined {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '.' || (step === '' && steps.length === 0)) continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return scheme + steps.join('/');
}

/** The name written from the root, or with its scheme, so that it means the same everywhere. Doesn't count a step. */
export function absoluteName(baseName: string, name: string): string {
  if (splitScheme(name).scheme !== '') return name;
  const { scheme, path } = splitScheme(baseName);
  const folder = name.startsWith('/') ? '' : path.slice(0, path.lastIndexOf('/') + 1);
  return (scheme === '' ? '/' : scheme) + (folder + name).replace(/^\//, '');
}

/** As `resolveName`; fails at the running element for a name that is not allowed. Classic templates name from the root. */
export function resolveTemplateName(baseName: string, name: string, env: Environment): string {
  const resolved = resolveName(env.isClassicCompatible ? '' : baseName, name);
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
