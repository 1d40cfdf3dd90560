import type { NamedScript, Replacement } from './replace-in-scripts.ts';
import { replaceInScripts } from './replace-in-scripts.ts';

export type ReplaceMessage =
  { readonly scripts: readonly NamedScript[] } | { readonly id: number; readonly replacement: Replacement };

let scripts: readonly NamedScript[] = [];

/** The worker behind `ScriptReplacer`: is given the scripts once, and answers each replacement. */
onmessage = ({ data }: MessageEvent<ReplaceMessage>) => {
  if ('scripts' in data) scripts = data.scripts;
  else postMessage({ id: data.id, answer: replaceInScripts(scripts, data.replacement) });
};
