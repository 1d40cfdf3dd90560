/**
 * What was read of a tenant for one plan or one item, so that a plan over a hundred webhooks asks for the list
 * once. Never older than the last `forget`.
 */
export interface FreshReads {
  /** `key` names what is read; the same key must always come with the same kind of answer. */
  once<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** As `once`, for what no change of the desk alters, such as the catalog: it outlives `forget`. */
  lasting<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** After a request that may have changed the tenant. */
  forget(): void;
}

type Answers = Map<string, Promise<unknown>>;

/** `lasting` is shared by all items of a run. */
export function createFreshReads(lasting: Answers = new Map()): FreshReads {
  const answers: Answers = new Map();
  return {
    once: (key, read) => readOnce(answers, key, read),
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
