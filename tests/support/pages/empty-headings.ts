/** Headings of a page without content after them, and lists without items: signs of an empty section. */
export function emptyPartsOf(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const emptyLists = main.match(/<(ul|ol|dl|nav|section)[^>]*>\s*<\/\1>/g) ?? [];
  const parts = [...main.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>([\s\S]*?)(?=<h[1-6]|$)/g)].map(
    ([, level, name, after]) => ({
      level: Number(level),
      name: name!.replace(/<[^>]*>/g, ""),
      // A picture or a field counts as content, and so does a heading that is a link in a list.
      isFilled: /<(img|input|a) /.test(name! + after!) || after!.replace(/<[^>]*>/g, "").trim() !== "",
    }),
  );
  const bare = parts.filter(({ level, isFilled }, index) => !isFilled && (parts[index + 1]?.level ?? 0) <= level);
  return [...emptyLists, ...bare.map(({ name }) => name)];
}
