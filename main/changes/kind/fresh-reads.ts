/**
 * What was read of a tenant for one plan or one item, so that a plan over a hundred webhooks asks for the list
 * once. Never older than the last `forget`.
 */
export interface FreshReads {
  /** `key` names what is read; the same key must always come with the same kind of answer. */
  once<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /**
   * As `once`, for a long answer that serves many things, such as all that a role has: the items of a run wait for each
   * other and share one read, which begins after all of them have asked.
   */
  gathered<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** As `once`, for what no change of the desk alters, such as the catalog: it outlives `forget`. */
  lasting<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** After a request that may have changed the tenant. */
  forget(): void;
}

type Answers = Map<string, Promise<unknown>>;

export interface SharedReads {
  /** What `lasting` has read, of all items of a run. */
  readonly lasting?: Answers;
  /** How `gathered` waits for other items; at once where there are none. */
  readonly gather?: <Answer>(key: string, read: () => Promise<Answer>) => Promise<Answer>;
}

export function createFreshReads({
  lasting = new Map(),
  gather = (_key, read) => read(),
}: SharedReads = {}): FreshReads {
  const answers: Answers = new Map();
  return {
    once: (key, read) => readOnce(answers, key, read),
    gathered: (key, read) => readOnce(answers, key, () => gather(key, read)),
    lasting: (key, read) => readOnce(lasting, key, read),
    forget() {
      answers.clear();
    },
  };
}

function readOnce<Answer>(answers: Answers, key: string, read: () => Promise<Answer>): Promise<Answer> {
  const known = answers.get(key);
  // The key stands for the type of the answer: each reader owns its key and is the only one to use it.
  if (known !== undefined) return known as Promise<Answer>;
  const answer = read();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}
