/** Headings of a page under which nothing stands, and lists without a line: the marks of a section with nothing to show. */
export function emptyPartsOf(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const emptyLists = main.match(/<(ul|ol|dl|nav|section)[^>]*>\s*<\/\1>/g) ?? [];
  const parts = [...main.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>([\s\S]*?)(?=<h[1-6]|$)/g)].map(
    ([, level, name, after]) => ({
      level: Number(level),
      name: name!.replace(/<[^>]*>/g, ""),
      // A picture and a field are something to show too, and a heading that is a link is a line of a list.
      isFilled: /<(img|input|a) /.test(name! + after!) || after!.replace(/<[^>]*>/g, "").trim() !== "",
    }),
  );
  const bare = parts.filter(({ level, isFilled }, index) => !isFilled && (parts[index + 1]?.level ?? 0) <= level);
  return [...emptyLists, ...bare.map(({ name }) => name)];
}
