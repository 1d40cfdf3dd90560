import { getContext, setContext } from 'svelte';

const key = Symbol('said age');
/** In one minute an age has the same words, so that a second line would only repeat the first. */
const alikeMs = 60_000;

/** Answers when what is around this was read, where a line says so: milliseconds since the epoch. */
type SaidAge = () => number | undefined;

/** How old what stands around a component is said to be; nothing where it is as the tenant has it now. */
export function ageSaidAround(): SaidAge {
  return getContext<SaidAge | undefined>(key) ?? (() => undefined);
}

/** Tells what is inside what is said here. */
export function sayAge(said: SaidAge): void {
  setContext(key, said);
}

/** Whether a line about `readAt` would say what the one around it has said already. */
export function isSaid(readAt: number, around: number | undefined): boolean {
  return around !== undefined && Math.abs(readAt - around) < alikeMs;
}
