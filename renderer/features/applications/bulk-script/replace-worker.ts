import type { NamedScript, Replacement } from './replace-in-scripts.ts';
import { replaceInScripts } from './replace-in-scripts.ts';

export type ReplaceMessage =
  { readonly scripts: readonly NamedScript[] } | { readonly id: number; readonly replacement: Replacement };

let scripts: readonly NamedScript[] = [];

/** The worker of `ScriptReplacer`: receives the scripts once and responds to each replacement. */
onmessage = ({ data }: MessageEvent<ReplaceMessage>) => {
  if ('scripts' in data) scripts = data.scripts;
  else postMessage({ id: data.id, result: replaceInScripts(scripts, data.replacement) });
};
