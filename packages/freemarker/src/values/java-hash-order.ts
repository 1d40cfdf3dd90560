/** The items in the order in which a Java HashMap with their keys (added in this order) iterates over them. */
export function javaHashOrder<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  let capacity = 16;
  while (items.length > capacity * 0.75) capacity *= 2;
  const bucketOf = (item: T): number => {
    const hash = javaStringHash(keyOf(item));
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return [...items].sort((a, b) => bucketOf(a) - bucketOf(b));
}

/** What Java's String.hashCode returns. */
function javaStringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}
