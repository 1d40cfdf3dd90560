/**
 * Runs `work` on the items with limited concurrency, and yields the results in the order of the items. An item is pulled only when
 * it can be started. After a failure, or when the caller stops iterating, nothing more is started, and running work is awaited.
 */
export async function* inOrder<Item, Answer>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const running: Promise<Answer>[] = [];
  try {
    for (const item of items) {
      const response = work(item);
      // A failure is thrown when its result is due, not before.
      response.catch(() => undefined);
      running.push(response);
      if (running.length >= concurrency) yield await first(running);
    }
    while (running.length > 0) yield await first(running);
  } finally {
    await Promise.allSettled(running);
  }
}

function first<Answer>(running: Promise<Answer>[]): Promise<Answer> {
  const response = running.shift();
  if (response === undefined) throw new Error('Nothing is running.');
  return response;
}
