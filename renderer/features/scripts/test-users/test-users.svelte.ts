import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { TestUser } from '../../../../contract/scripts/scripts.ts';
import { TEST_USER_PROPERTIES } from '../../../../languages/assertion/test-run-input.ts';

/** The test users of a tenant. They are stored in this profile, and every change is saved immediately. */
export class TestUsers {
  readonly #desk: Desk;
  readonly #tenantId: string;
  all = $state.raw<readonly TestUser[]>([]);
  isRead = $state(false);
  #chosenId = $state('');
  #adding: Promise<unknown> = Promise.resolve();

  constructor(desk: Desk, tenantId: string) {
    this.#desk = desk;
    this.#tenantId = tenantId;
  }

  get chosen(): TestUser | undefined {
    return this.all.find(({ id }) => id === this.#chosenId) ?? this.all[0];
  }

  choose(id: string): void {
    this.#chosenId = id;
  }

  async read(): Promise<void> {
    this.all = await this.#desk.scripts.testUsers({ tenantId: this.#tenantId });
    this.isRead = true;
  }

  /**
   * Selects a new user; saving a known one doesn't change the selection, which may have moved in the meantime. Rejects, with the user
   * unchanged, if it can't be saved.
   */
  async save(user: TestUser): Promise<void> {
    await this.#desk.scripts.saveTestUser({ tenantId: this.#tenantId, user });
    const isKnown = this.all.some(({ id }) => id === user.id);
    this.all = isKnown ? this.all.map((one) => (one.id === user.id ? user : one)) : [...this.all, user];
    if (!isKnown) this.#chosenId = user.id;
  }

  async remove(user: TestUser): Promise<void> {
    await this.#desk.scripts.removeTestUser({ tenantId: this.#tenantId, id: user.id });
    const index = this.all.indexOf(user);
    this.all = this.all.filter(({ id }) => id !== user.id);
    this.#chosenId = this.all[Math.min(index, this.all.length - 1)]?.id ?? '';
  }

  /** Saves one user after the other: if one can't be saved, it rejects, and those before it stay. */
  async addAll(users: readonly TestUser[]): Promise<void> {
    for (const user of users) await this.save(user);
  }

  async removeAll(users: readonly TestUser[]): Promise<void> {
    for (const { id } of users) {
      const known = this.all.find((one) => one.id === id);
      if (known !== undefined) await this.remove(known);
    }
  }

  /** An example user for an empty list. */
  async addExample(): Promise<void> {
    await this.save({
      id: crypto.randomUUID(),
      name: 'Zoë O’Brien',
      properties: [
        { name: 'Username', value: 'zoe.obrien@acme.example' },
        { name: 'DisplayName', value: 'Zoë O’Brien' },
        { name: 'FirstName', value: 'Zoë' },
        { name: 'LastName', value: 'O’Brien' },
        { name: 'Email', value: 'zoe.obrien@acme.example' },
        { name: 'mail', value: 'zoe.obrien@acme.example' },
        { name: 'department', value: 'Human Resources' },
        { name: 'RoleNames', value: 'Everybody' },
        { name: 'GroupNames', value: 'All staff, Payroll users' },
      ],
    });
  }

  /** Returns its ID. A second concurrent call waits, so that no two users get the same name. */
  addEmpty(): Promise<string> {
    const added = this.#adding.then(() => this.#addEmpty());
    this.#adding = added.catch(() => undefined);
    return added;
  }

  async #addEmpty(): Promise<string> {
    const id = crypto.randomUUID();
    const numbers = this.all.map(({ name }) => Number(/^User (\d+)$/.exec(name)?.[1] ?? 0));
    await this.save({
      id,
      name: `User ${Math.max(0, ...numbers) + 1}`,
      properties: TEST_USER_PROPERTIES.map((name) => ({ name, value: '' })),
    });
    return id;
  }

  /** Returns the ID of the copy. */
  async duplicate(user: TestUser): Promise<string> {
    const id = crypto.randomUUID();
    await this.save({ ...user, id, name: `${user.name} copy` });
    return id;
  }
}
