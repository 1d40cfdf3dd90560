/**
 * Runs `work` on the items, at most `width` of them at once, and yields the answers in the order of the items. An item is
 * taken only when there is room for it. After a failure, or when the caller stops listening, nothing more is begun, and
 * what is under way is waited for.
 */
export async function* inOrder<Item, Answer>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const underWay: Promise<Answer>[] = [];
  try {
    for (const item of items) {
      const answer = work(item);
      // A failure is told when its turn comes, not before.
      answer.catch(() => undefined);
      underWay.push(answer);
      if (underWay.length >= width) yield await first(underWay);
    }
    while (underWay.length > 0) yield await first(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

function first<Answer>(underWay: Promise<Answer>[]): Promise<Answer> {
  const answer = underWay.shift();
  if (answer === undefined) throw new Error('Nothing is under way.');
  return answer;
}
