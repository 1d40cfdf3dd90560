import { isTyping } from './is-typing.ts';

/** How long a key waits for its view by default, ms: a slower view needs a new key press. */
const usualWaitMs = 5000;

/** What happened to the key: the view wasn't ready, took it, or will never take it. */
export type KeyOutcome = 'waiting' | 'done';

/**
 * A key press that came before the view it belongs to was drawn. It is tried again in each frame until the view takes
 * it. Anything else that the user does first (another key, a click) cancels it, so it can't act on something they
 * chose later.
 */
interface PendingKey {
  /** Tries `act` now, and in each frame while it returns `waiting`. */
  start(act: (typedAfter: string) => KeyOutcome, options?: WaitOptions): void;
  /** Must see each key press first. True if the key was added to the text that waits behind a pending key. */
  collect(event: KeyboardEvent): boolean;
  cancel(): void;
}

interface WaitOptions {
  readonly collectsText?: boolean;
  readonly maxWaitMs?: number;
}

type FrameWindow = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'performance'>;

export function createPendingKey(target: FrameWindow): PendingKey {
  let frame: number | undefined;
  let collectsText = false;
  let typed = '';

  function cancel(): void {
    if (frame !== undefined) target.cancelAnimationFrame(frame);
    frame = undefined;
    collectsText = false;
    typed = '';
  }

  return {
    cancel,
    start(act, options = {}) {
      cancel();
      if (act('') === 'done') return;
      const endsAt = target.performance.now() + (options.maxWaitMs ?? usualWaitMs);
      collectsText = options.collectsText === true;
      const attempt = (): void => {
        if (act(typed) === 'done' || target.performance.now() >= endsAt) cancel();
        else frame = target.requestAnimationFrame(attempt);
      };
      frame = target.requestAnimationFrame(attempt);
    },
    collect({ key, ctrlKey, metaKey, altKey, isComposing, target: focused }) {
      if (frame === undefined || ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph'].includes(key)) return false;
      const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
      if (collectsText && isText && !isTyping(focused)) {
        typed += key;
        return true;
      }
      cancel();
      return false;
    },
  };
}
