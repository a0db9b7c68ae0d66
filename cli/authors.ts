import { joinAuthors, nameAuthor, partAuthor } from "#shop/joining/join-authors.server.ts";
import { counted } from "#shop/text/counted.ts";
import { command } from "./command.ts";
import { withJoiningErrors } from "./with-joining-errors.ts";

export const authorsJoin = command({
  name: "authors join",
  noted: { action: "catalogue.join-authors", words: "Joins two authors" },
  positionals: "KEEP OTHER",
  description: "Makes two authors one; the books and the address of OTHER lead to KEEP.",
  options: {},
  example: "premchand munshi-premchand",
  run: ({ services, positionals }) =>
    withJoiningErrors(async () => {
      const [keep, other] = positionals;
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
});

export const authorsPart = command({
  name: "authors part",
  noted: { action: "catalogue.part-author", words: "Parts an author" },
  positionals: "AUTHOR WORK...",
  description: "Gives some books of an author to another one: a namesake, or of the name you give.",
  options: { name: { type: "string", value: "NAME", description: "the other's name, if it is another one" } },
  example: "anita-rao pepper cumin",
  run: ({ services, positionals, options }) =>
    withJoiningErrors(async () => {
      const [author, ...works] = positionals;
      const { name } = options;
      const parted = await partAuthor(services, author, { works, ...(name !== undefined && { name }) });
      return {
        lines: [`${parted.works.join(", ")} ${parted.works.length === 1 ? "is" : "are"} by ${parted.authorId} now.`],
        data: parted,
      };
    }),
});

export const authorsName = command({
  name: "authors name",
  noted: { action: "catalogue.name-author", words: "Names an author in another script" },
  positionals: "AUTHOR NAME",
  description:
    "Says how an author is called in another script; books in its languages and their covers have that name.",
  options: {},
  example: "premchand Premchand",
  run: ({ services, positionals }) =>
    withJoiningErrors(async () => {
      const [author, name] = positionals;
      const named = await nameAuthor(services, author, name);
      return { lines: [`${author} is called ${name.trim()} in books of that script now.`], data: named };
    }),
});
