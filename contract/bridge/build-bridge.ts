import type { BridgeCall, DeskBridge, Subscribe } from './desk.ts';
import type { CallResult } from './to-renderer.ts';
import type { MethodName } from './methods.ts';
import { methods } from './methods.ts';

/**
 * Builds `window.desk` from the method map, so that no method is forgotten or added by hand. Electron's context bridge copies
 * existing properties and can't carry lazily created ones.
 */
export function buildBridge(
  invoke: (name: MethodName, input: unknown, onStart?: (cancel: () => void) => void) => Promise<CallResult>,
  on: Subscribe,
): DeskBridge {
  const byNoun: Record<string, unknown> = { on };
  for (const name of Object.keys(methods) as MethodName[]) {
    const dot = name.indexOf('.');
    const verbs = (byNoun[name.slice(0, dot)] ??= {}) as Record<string, BridgeCall>;
    verbs[name.slice(dot + 1)] = (input, onStart) => invoke(name, input, onStart);
  }
  // The compiler can't infer the shape by noun from the loop.
  return byNoun as DeskBridge;
}
