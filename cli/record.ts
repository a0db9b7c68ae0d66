import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { findRecordBreaks, findRecordHash } from "#shop/kernel/audit-log/check-record.server.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import { command, UsageError } from "./command.ts";

export const recordVerify = command({
  name: "record verify",
  positionals: "HASH...",
  description: "Tells whether a hash from an owner's daily letter is still in the record of who did what.",
  options: {},
  example: "9f3ac1d0 7be54268 18d4f0a3 7c5be291 60ab47fd 3e8c51f2 0d96b7a4 e3c8157b",
  async run({ services: { db }, positionals }) {
    const hash = positionals.join("").toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(hash))
      throw new UsageError("A hash has 64 digits and letters from a to f. Copy the whole one from the letter.");
    const [found, breaks] = [await findRecordHash(db, hash), await findRecordBreaks(db)];
    const isWell = found !== null && breaks.length === 0;
    const lines = [
      found
        ? `This is line ${found.number} of the record, of ${shortMoment(found.at)}. ${counted(found.later, "line")} came after it.`
        : "No line of the record has this hash. If it stands in a letter of this shop, the record was cut short or changed since, or an older backup was restored.",
      breaks.length > 0
        ? `These lines were changed, or one is missing before them: ${breaks.join(", ")}.`
        : "Every line of the record fits the one before it.",
    ];
    return { data: { line: found, breaks, isWell }, lines, isWell };
  },
});
