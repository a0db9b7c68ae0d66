import { joinWorks } from "#shop/joining/join-works.server.ts";
import { partWork } from "#shop/joining/part-work.server.ts";
import { counted } from "#shop/text/counted.ts";
import type { Command } from "./command.ts";
import { withJoiningErrors } from "./with-joining-errors.ts";

export const worksJoin: Command = {
  name: "works join",
  positionals: "KEEP OTHER",
  description: "Makes the editions of two books one work; reviews and all else of OTHER go along.",
  options: {
    "same-edition": {
      type: "boolean",
      description: "they are one edition, entered twice: OTHER goes off the shelf, its address leads to KEEP",
    },
  },
  example: "godan godan-hindi",
  run: ({ services, positionals, options }) =>
    withJoiningErrors(async () => {
      const [keep, other] = positionals as [string, string];
      const isSameEdition = options["same-edition"] === true;
      const joined = await joinWorks(services, keep, other, { isSameEdition });
      const lines: string[] = [];
      if (joined.editions.length > 0)
        lines.push(
          `${joined.editions.join(", ")} ${joined.editions.length === 1 ? "is an edition" : "are editions"} of ${joined.workId} now; ${counted(joined.reviews, "review")} came along.`,
        );
      if (isSameEdition) lines.push(`${other} is off the shelf, and its address leads to ${keep}.`);
      if (joined.copiesLeft > 0)
        lines.push(
          `${other} has ${counted(joined.copiesLeft, "copy", "copies")} on hand. If they are not counted at ${keep}: npm run shop -- stock receive ${keep} ${joined.copiesLeft}`,
        );
      return { lines, data: joined };
    }),
};

export const worksPart: Command = {
  name: "works part",
  positionals: "BOOK [NEW-ID]",
  description: "Makes an edition a work of its own again; no import joins it any more.",
  options: {},
  example: "godan-hindi",
  run: ({ services, positionals }) =>
    withJoiningErrors(async () => {
      const [bookId, newId] = positionals as [string, string | undefined];
      const parted = await partWork(services, bookId, newId);
      return {
        lines: [`${bookId} is of the work ${parted.workId} now. Reviews stay with ${parted.fromWorkId}.`],
        data: parted,
      };
    }),
};
