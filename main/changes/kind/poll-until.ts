import type { ChangeContext } from './change-context.ts';

/** Reads a tenant now and after each pause, until a result is good enough. Resolves to the last result. */
export async function lookUntil<Seen>(
  { reads, pauses }: Pick<ChangeContext, 'reads' | 'pauses'>,
  look: () => Promise<Seen>,
  isEnough: (seen: Seen) => boolean,
): Promise<Seen> {
  reads.forget();
  let seen = await look();
  for (const pause of pauses) {
    if (isEnough(seen)) break;
    await pause();
    reads.forget();
    seen = await look();
  }
  return seen;
}
