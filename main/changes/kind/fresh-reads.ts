/**
 * What was read of a tenant for one plan or one item, so that a plan over a hundred webhooks asks for the list
 * once. Never older than the last `forget`.
 */
export interface FreshReads {
  /** `key` names what is read; the same key must always come with the same kind of answer. */
  once<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** After a request that may have changed the tenant. */
  forget(): void;
}

export function createFreshReads(): FreshReads {
  const answers = new Map<string, Promise<unknown>>();
  return {
    once<Answer>(key: string, read: () => Promise<Answer>) {
      const known = answers.get(key);
      // The key stands for the type of the answer: each reader owns its key and is the only one to use it.
      if (known !== undefined) return known as Promise<Answer>;
      const answer = read();
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      return answer;
    },
    forget() {
      answers.clear();
    },
  };
}
