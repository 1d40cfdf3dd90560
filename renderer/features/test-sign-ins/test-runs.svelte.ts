import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../contract/bridge/desk.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type {
  DraftComparison,
  SignInStart,
  TestPerson,
  TestSignIn,
} from '../../../contract/test-sign-ins/test-sign-ins.ts';

interface TestsOf {
  readonly tenantId: string;
  readonly applicationId: string;
}

/** Test sign-ins of one application, the available test users, and the selected test. */
export class TestRuns {
  readonly #desk: Pick<Desk, 'testSignIns' | 'on'>;
  readonly #of: TestsOf;
  #people = $state.raw<readonly TestPerson[] | undefined>(undefined);
  #runs = $state.raw<readonly TestSignIn[]>([]);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #isStarting = $state(false);
  #shownId = $state<string | undefined>(undefined);
  #compared = $state.raw<{ readonly id: string; readonly comparison: DraftComparison } | undefined>(
    undefined,
  );
  #latestComparison = 0;
  /** User of the next test. */
  username = $state('');
  startFrom = $state<SignInStart>('application');
  /** For IdP-initiated sign-ins. */
  relayState = $state('');

  constructor(desk: Pick<Desk, 'testSignIns' | 'on'>, of: TestsOf) {
    this.#desk = desk;
    this.#of = of;
  }

  /** Undefined until loaded. */
  get people(): readonly TestPerson[] | undefined {
    return this.#people;
  }

  get runs(): readonly TestSignIn[] {
    return this.#runs;
  }

  /** The selected test, or the newest. */
  get shown(): TestSignIn | undefined {
    return this.#runs.find(({ id }) => id === this.#shownId) ?? this.#runs[0];
  }

  /** Why test users couldn't be loaded, or the last test couldn't start. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** Comparison of the shown test with the script draft; undefined without a draft. */
  get comparison(): DraftComparison | undefined {
    return this.#compared?.id === this.shown?.id ? this.#compared?.comparison : undefined;
  }

  /** Runs the script draft for the user of the test. Rejects if that fails; only the latest call counts. */
  async compare(id: string): Promise<void> {
    const number = ++this.#latestComparison;
    const comparison = await this.#desk.testSignIns.compareDraft({ tenantId: this.#of.tenantId, id });
    if (number === this.#latestComparison)
      this.#compared = comparison === undefined ? undefined : { id, comparison };
  }

  show(id: string): void {
    this.#shownId = id;
  }

  /** Follows changes of the tests; call the returned function to stop. */
  connect(): () => void {
    return this.#desk.on('testSignIns.changed', ({ tenantId, test }) => {
      if (tenantId === this.#of.tenantId && test.applicationId === this.#of.applicationId) this.#note(test);
    });
  }

  /** Never rejects; a failure is stored in `failure`. */
  async load(): Promise<void> {
    this.#failure = undefined;
    try {
      const { tenantId } = this.#of;
      const [people, runs] = await Promise.all([
        this.#desk.testSignIns.people({ tenantId }),
        this.#desk.testSignIns.list(this.#of),
      ]);
      this.#people = people;
      this.#runs = runs;
      const [last] = runs;
      this.startFrom = last?.startFrom ?? 'application';
      if (this.username === '') this.username = last?.person.username ?? people[0]?.username ?? '';
    } catch (thrown) {
      this.#failure = toDeskError(thrown);
    }
  }

  /** Never rejects; a failure is stored in `failure`. */
  async start(): Promise<void> {
    if (this.#isStarting || this.username === '') return;
    this.#failure = undefined;
    this.#isStarting = true;
    try {
      const { username, startFrom } = this;
      const relayState = startFrom === 'tenant' ? this.relayState.trim() : '';
      this.#note(await this.#desk.testSignIns.start({ ...this.#of, username, startFrom, relayState }));
    } catch (thrown) {
      this.#failure = toDeskError(thrown);
    } finally {
      this.#isStarting = false;
    }
  }

  #note(test: TestSignIn): void {
    const isKnown = this.#runs.some(({ id }) => id === test.id);
    if (!isKnown) this.#shownId = undefined;
    this.#runs = isKnown
      ? this.#runs.map((one) => (one.id === test.id ? test : one))
      : [test, ...this.#runs].slice(0, 10);
  }
}
