import { joinAuthors, partAuthor } from "#shop/joining/join-authors.server.ts";
import { counted } from "#shop/text/counted.ts";
import type { Command } from "./command.ts";
import { withJoiningErrors } from "./with-joining-errors.ts";

export const authorsJoin: Command = {
  name: "authors join",
  positionals: "KEEP OTHER",
  description: "Makes two authors one; the books and the address of OTHER lead to KEEP.",
  options: {},
  example: "premchand munshi-premchand",
  run: ({ services, positionals }) =>
    withJoiningErrors(async () => {
      const [keep, other] = positionals as [string, string];
      const joined = await joinAuthors(services, keep, other);
      return {
        lines: [
          `${counted(joined.works.length, "work")} of ${other} ${joined.works.length === 1 ? "is" : "are"} by ${keep} now, and the address of ${other} leads there.`,
          ...joined.sameTitles.map(
            ([first, ...others]) =>
              `One title: ${[first, ...others].join(", ")}. If they are one work: npm run shop -- works join ${first} ${others[0]}`,
          ),
        ],
        data: joined,
      };
    }),
};

export const authorsPart: Command = {
  name: "authors part",
  positionals: "AUTHOR WORK...",
  description: "Gives some books of an author to another one: a namesake, or of the name you give.",
  options: { name: { type: "string", value: "NAME", description: "the other's name, if it is another one" } },
  example: "anita-rao pepper cumin",
  run: ({ services, positionals, options }) =>
    withJoiningErrors(async () => {
      const [author, ...works] = positionals as [string, ...string[]];
      const name = options.name as string | undefined;
      const parted = await partAuthor(services, author, { works, ...(name !== undefined && { name }) });
      return {
        lines: [`${parted.works.join(", ")} ${parted.works.length === 1 ? "is" : "are"} by ${parted.authorId} now.`],
        data: parted,
      };
    }),
};
