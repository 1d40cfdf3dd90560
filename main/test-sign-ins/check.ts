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

/** `4 min 29 s left`, of seconds. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole >= 7200) return `${Math.floor(whole / 3600)} h left`;
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s left` : `${minutes} min ${whole % 60} s left`;
}
