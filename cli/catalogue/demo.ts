import { removeDemonstration } from "#server/demo-catalogue.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command } from "#cli/command.ts";

export const demoRemove = command({
  name: "demo remove",
  noted: { action: "catalogue.remove-demonstration", words: "Began to remove the demonstration" },
  positionals: "",
  description: "Takes the demonstration's books, lists, reviews and offers out of the shop, for good.",
  options: {},
  async run({ services: { db, now } }) {
    const result = await removeDemonstration(db, now());
    const { removed, unlisted } = result;
    const kept = `${formatCount(unlisted, "book")} that orders name ${unlisted === 1 ? "is" : "are"} hidden from readers and on record.`;
    return {
      data: result,
      lines: [
        removed + unlisted === 0
          ? "The shop has no books of the demonstration."
          : `${formatCount(removed, "book")} of the demonstration removed.${unlisted > 0 ? ` ${kept}` : ""}`,
      ],
    };
  },
});
