import type { SignInStep, TestOutcome, TestSignIn } from '../../contract/test-sign-ins/test-sign-ins.ts';
import type { ScriptInput } from '../../languages/assertion/script-input.ts';

/** What is shown of one test sign-in, from its first step to its outcome. */
export interface TestRecord {
  shown(): TestSignIn;
  scriptInput(): ScriptInput | undefined;
  addStep(step: SignInStep): void;
  setUrl(url: string): void;
  setScriptInput(input: ScriptInput | undefined): void;
  /** False when it had ended before: the first outcome stays. */
  end(outcome: TestOutcome): boolean;
}

export function createTestRecord({
  id,
  about,
  startedAt,
  limitMs,
}: {
  readonly id: string;
  readonly about: Pick<TestSignIn, 'applicationId' | 'protocol' | 'startFrom' | 'person'>;
  readonly startedAt: number;
  readonly limitMs: number;
}): TestRecord {
  let steps: readonly SignInStep[] = [];
  let outcome: TestOutcome | null = null;
  let url: string | null = null;
  let scriptInput: ScriptInput | undefined;

  return {
    shown: () => ({
      id,
      applicationId: about.applicationId,
      protocol: about.protocol,
      startFrom: about.startFrom,
      person: about.person,
      startedAt,
      expiresAt: startedAt + limitMs,
      url,
      steps: [...steps],
      outcome,
    }),
    scriptInput: () => scriptInput,
    addStep(step) {
      steps = [...steps, step];
    },
    setUrl(next) {
      url = next;
    },
    setScriptInput(input) {
      scriptInput = input;
    },
    end(reached) {
      if (outcome !== null) return false;
      outcome = reached;
      url = null;
      return true;
    },
  };
}
