import { toDeskError } from '../../../contract/desk-failure.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { TestPerson, TestSignIn } from '../../../contract/test-sign-ins.ts';

interface TestsOf {
  readonly tenantId: string;
  readonly applicationId: string;
}

/** The test sign-ins of one application, who they can be for, and which of them is shown. */
export class TestRuns {
  readonly #desk: Pick<Desk, 'testSignIns' | 'on'>;
  readonly #of: TestsOf;
  #people = $state.raw<readonly TestPerson[] | undefined>(undefined);
  #runs = $state.raw<readonly TestSignIn[]>([]);
  #failure = $state.raw<DeskError | undefined>(undefined);
  #isStarting = $state(false);
  #shownId = $state<string | undefined>(undefined);
  /** Who is tested next. */
  username = $state('');

  constructor(desk: Pick<Desk, 'testSignIns' | 'on'>, of: TestsOf) {
    this.#desk = desk;
    this.#of = of;
  }

  /** Undefined until they are read. */
  get people(): readonly TestPerson[] | undefined {
    return this.#people;
  }

  get runs(): readonly TestSignIn[] {
    return this.#runs;
  }

  /** The one that was chosen, or the newest. */
  get shown(): TestSignIn | undefined {
    return this.#runs.find(({ id }) => id === this.#shownId) ?? this.#runs[0];
  }

  /** Why nothing can be tested, or the last test could not begin. */
  get failure(): DeskError | undefined {
    return this.#failure;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  show(id: string): void {
    this.#shownId = id;
  }

  /** Follows what happens to them, until it is called. */
  connect(): () => void {
    return this.#desk.on('testSignIns.changed', ({ tenantId, test }) => {
      if (tenantId === this.#of.tenantId && test.applicationId === this.#of.applicationId) this.#note(test);
    });
  }

  /** Never rejects: a failure becomes state. */
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
      if (this.username === '') this.username = last?.person.username ?? people[0]?.username ?? '';
    } catch (thrown) {
      this.#failure = toDeskError(thrown);
    }
  }

  /** Never rejects: a failure becomes state. */
  async start(): Promise<void> {
    if (this.#isStarting || this.username === '') return;
    this.#failure = undefined;
    this.#isStarting = true;
    try {
      this.#note(await this.#desk.testSignIns.start({ ...this.#of, username: this.username }));
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
