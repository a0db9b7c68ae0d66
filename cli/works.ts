import { joinWorksRecorded, partWorkRecorded } from "#shop/catalogue/merging/works/change-works.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { command, record } from "./command.ts";
import { withJoiningErrors } from "./with-joining-errors.ts";

export const worksJoin = command({
  name: "works join",
  positionals: "KEEP OTHER",
  description: "Makes the editions of two books one work, or one title in two languages; reviews go along.",
  options: {
    "same-edition": {
      type: "boolean",
      description: "they are one edition, entered twice: OTHER is hidden from readers, its address leads to KEEP",
    },
    original: { type: "boolean", description: "OTHER was translated from KEEP" },
  },
  example: "godan godan-hindi",
  run: (context) =>
    withJoiningErrors(async () => {
      const { options } = context;
      const [keep, other] = context.positionals;
      const isSameEdition = options["same-edition"] === true;
      const isOriginal = options.original === true;
      const { joined } = await record(
        context,
        (services) => joinWorksRecorded(services, keep, other, { isSameEdition, isOriginal }),
        ({ entry }) => entry,
      );
      const lines: string[] = [];
      if (joined.areTranslations)
        lines.push(
          `${keep} and ${other} are one title in different languages now: each page leads to the other, and reviews are of both.`,
        );
      if (joined.editions.length > 0)
        lines.push(
          `${joined.editions.join(", ")} ${joined.editions.length === 1 ? "is an edition" : "are editions"} of ${joined.workId} now; ${counted(joined.reviews, "review")} came along.`,
        );
      if (isSameEdition) lines.push(`${other} is hidden from readers, and its address leads to ${keep}.`);
      if (joined.copiesLeft > 0)
        lines.push(
          `${other} has ${counted(joined.copiesLeft, "copy", "copies")} on hand. If they are not counted at ${keep}: npm run shop -- stock receive ${keep} ${joined.copiesLeft}`,
        );
      return { lines, data: joined };
    }),
});

export const worksPart = command({
  name: "works part",
  positionals: "BOOK [NEW-ID]",
  description: "Makes an edition a work of its own again, or a work a title of its own; no import joins it any more.",
  options: { title: { type: "boolean", description: "part the whole work from its translations" } },
  example: "godan-hindi",
  run: (context) =>
    withJoiningErrors(async () => {
      const [bookId, newId] = context.positionals;
      const isTitle = context.options.title === true;
      const { parted } = await record(
        context,
        (services) => partWorkRecorded(services, bookId, { newId, isTitle }),
        ({ entry }) => entry,
      );
      return {
        lines: [
          parted.wasTranslation
            ? `${bookId} is a title of its own now, apart from ${parted.fromWorkId}. Each keeps the reviews that were written of it.`
            : `${bookId} is of the work ${parted.workId} now. Reviews stay with ${parted.fromWorkId}.`,
        ],
        data: parted,
      };
    }),
});
