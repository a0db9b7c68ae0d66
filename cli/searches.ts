import {
  listSearches,
  searchDays,
  shownFromVisitors,
  type SearchedText,
} from "#shop/catalogue/search/counts/search-counts.server.ts";
import { command, formatTable } from "./command.ts";

export const searches = command({
  name: "searches",
  positionals: "",
  description: `Lists what at least ${shownFromVisitors} visitors searched for in ${searchDays} days, what found nothing apart.`,
  options: {},
  async run({ services }) {
    const [notFound, found] = [await listSearches(services.db, "not-found"), await listSearches(services.db, "found")];
    const isNothing = notFound.length + found.length === 0;
    return {
      data: { notFound, found },
      lines: isNothing
        ? [`Nothing was searched for by ${shownFromVisitors} visitors in ${searchDays} days.`]
        : [...tableOf("Searches that found nothing", notFound), "", ...tableOf("Searches that found books", found)],
    };
  },
});

function tableOf(heading: string, texts: SearchedText[]): string[] {
  if (texts.length === 0) return [`${heading}: none.`];
  const rows = texts.map(({ text, visitors, found }) => [text, String(visitors), String(found)]);
  return [`${heading}:`, ...formatTable(["Searched for", "Visitors", "Books found"], rows)];
}
