import {
  joinAuthorsRecorded,
  nameAuthorRecorded,
  partAuthorRecorded,
} from "#shop/catalogue/merging/authors/change-authors.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { command, record, UsageError } from "./command.ts";
import { withJoiningErrors } from "./with-joining-errors.ts";

export const authorsJoin = command({
  name: "authors join",
  positionals: "KEEP OTHER",
  description: "Makes two authors one; the books and the address of OTHER lead to KEEP.",
  options: {},
  example: "premchand munshi-premchand",
  run: (context) =>
    withJoiningErrors(async () => {
      const [keep, other] = context.positionals;
      const done = await record(
        context,
        (services) => joinAuthorsRecorded(services, keep, other, { isAnySize: true }),
        (done) => done && done.entry,
      );
      if (!done) throw new UsageError(`${other} was joined with ${keep}.`);
      const { joined } = done;
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
  positionals: "AUTHOR WORK...",
  description: "Gives some books of an author to another one: a namesake, or of the name you give.",
  options: { name: { type: "string", value: "NAME", description: "the other's name, if it is another one" } },
  example: "anita-rao pepper cumin",
  run: (context) =>
    withJoiningErrors(async () => {
      const [author, ...works] = context.positionals;
      const { name } = context.options;
      const { parted } = await record(
        context,
        (services) => partAuthorRecorded(services, author, { works, ...(name !== undefined && { name }) }),
        ({ entry }) => entry,
      );
      return {
        lines: [`${parted.works.join(", ")} ${parted.works.length === 1 ? "is" : "are"} by ${parted.authorId} now.`],
        data: parted,
      };
    }),
});

export const authorsName = command({
  name: "authors name",
  positionals: "AUTHOR NAME",
  description:
    "Says how an author is called in another script; books in its languages and their covers have that name.",
  options: {},
  example: "premchand Premchand",
  run: (context) =>
    withJoiningErrors(async () => {
      const [author, name] = context.positionals;
      const { named } = await record(
        context,
        (services) => nameAuthorRecorded(services, author, name),
        ({ entry }) => entry,
      );
      return { lines: [`${author} is called ${name.trim()} in books of that script now.`], data: named };
    }),
});
