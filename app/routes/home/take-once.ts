interface Book {
  id: string;
}

/**
 * Returns a function that takes up to `count` books of a list and skips those already shown: `shown`, and all that it
 * has taken before. In a shop with few books, where too few are left, it fills up with shown ones.
 */
export function takeOnce(shown: Book[]): <Card extends Book>(books: Card[], count: number) => Card[] {
  const seen = new Set(shown.map(({ id }) => id));
  return (books, count) => {
    const [unseen = [], repeated = []] = [false, true].map((isSeen) =>
      books.filter(({ id }) => seen.has(id) === isSeen),
    );
    const chosen = new Set([...unseen, ...repeated].slice(0, count));
    const taken = books.filter((book) => chosen.has(book));
    for (const { id } of taken) seen.add(id);
    return taken;
  };
}
