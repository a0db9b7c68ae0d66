/** What an import says, without what it advises for the command line: at the desk a form has these. */
export function withoutFlags(text: string): string {
  return text
    .replaceAll(
      "If it is the same book, --take title takes it from the file.",
      "If it is the same book, tick the box for it under “How it is read”.",
    )
    .replaceAll(/ --take \w+ takes it from the file(?=[.;])\.?/g, "")
    .replaceAll(/; --mrp gives one to such books/g, ", and no MRP is set for such books")
    .replaceAll(/, such as (--map )?\w+=NAME/g, " below")
    .trim();
}
