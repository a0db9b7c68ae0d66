/** What an import says, without what it advises for the command line: at the desk a form has these. */
export function withoutFlags(text: string): string {
  return text
    .replaceAll(/ --take \w+ takes it from the file(?=[.;])\.?/g, "")
    .replaceAll(/; --mrp gives one to such books/g, ", and no MRP is set for such books")
    .replaceAll(/, such as (--map )?\w+=NAME/g, " below")
    .trim();
}
