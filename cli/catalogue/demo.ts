import { removeDemonstration } from "#server/demo-catalogue.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command } from "#cli/command.ts";

export const demoRemove = command({
  name: "demo remove",
  noted: { action: "catalogue.remove-demonstration", words: "Began to remove the demonstration" },
  positionals: "",
  description: "Removes the demonstration's books, lists, reviews and offers permanently.",
  options: {},
  async run({ services: { db, now } }) {
    const result = await removeDemonstration(db, now());
    const { removed, unlisted } = result;
    const kept = `${formatCount(unlisted, "book")} in orders ${unlisted === 1 ? "was" : "were"} kept, but hidden from readers.`;
    return {
      data: result,
      lines: [
        removed + unlisted === 0
          ? "The shop has no demonstration books."
          : `${formatCount(removed, "demonstration book")} removed.${unlisted > 0 ? ` ${kept}` : ""}`,
      ],
    };
  },
});
