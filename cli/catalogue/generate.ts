import { generatedItems } from "#shop/catalogue/import/generated/generate-catalogue.ts";
import { importCatalogue } from "#shop/catalogue/import/run-import.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, UsageError } from "#cli/command.ts";
import { withPlainErrors } from "./with-plain-errors.ts";
import { createProgressBar } from "#cli/progress-bar.ts";

const maxBooks = 5_000_000;

export const catalogueGenerate = command({
  name: "catalogue generate",
  positionals: "",
  description: "Fills the shop with generated books, the same ones each time, for tests and measurements.",
  options: { books: { type: "string", value: "N", description: "how many editions" } },
  example: "--books 10000",
  async run({ services, options, progress }) {
    const books = Number(options.books);
    if (!Number.isInteger(books) || books < 1 || books > maxBooks)
      throw new UsageError("--books must be a whole number from 1 to 5000000.");
    const bar = createProgressBar(progress);
    const result = await withPlainErrors(() =>
      importCatalogue(
        services,
        generatedItems(books),
        // The count is used as the hash, because the same books are generated each time.
        { fileName: `${books} made-up books`, contentSha256: String(books).padStart(64, "0") },
        { source: "generated", discountPercent: 0, defaultMrpPaise: null, take: [] },
        {
          report: () => {},
          progress: ({ records }, isThrottled) =>
            bar.show(records / books, formatCount(records, "book"), records, isThrottled),
        },
      ),
    );
    const { importId, counts } = result;
    return {
      data: { importId, counts },
      lines: [
        `${formatCount(counts.added, "book")} added, ${counts.unchanged.toLocaleString("en-IN")} there before.`,
        `To remove them again: npm run shop -- import undo ${importId}`,
      ],
    };
  },
});
