import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';

export const passed = (name: string, fact: string): SignInCheck => ({ name, state: 'passed', fact });

export const skipped = (name: string, fact: string): SignInCheck => ({ name, state: 'skipped', fact });

export function failed(
  name: string,
  fact: string,
  explanation: string,
  compared: { readonly received?: string; readonly expected?: string } = {},
): SignInCheck {
  return { name, state: 'failed', fact, explanation, ...compared };
}

/** `4 min 29 s left`, for seconds. */
export function timeLeft(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  if (total >= 7200) return `${Math.floor(total / 3600)} h left`;
  const minutes = Math.floor(total / 60);
  return minutes === 0 ? `${total} s left` : `${minutes} min ${total % 60} s left`;
}
