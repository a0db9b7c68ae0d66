import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { findAuditLogBreaks, findAuditLogHash } from "#shop/kernel/audit-log/check-audit-log.server.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { command, UsageError } from "./command.ts";

export const recordVerify = command({
  name: "record verify",
  positionals: "HASH...",
  description: "Checks whether a hash from an owner's daily letter is still in the audit log.",
  options: {},
  example: "9f3ac1d0 7be54268 18d4f0a3 7c5be291 60ab47fd 3e8c51f2 0d96b7a4 e3c8157b",
  async run({ services: { db }, positionals }) {
    const hash = positionals.join("").toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(hash))
      throw new UsageError("A hash has 64 digits and letters from a to f. Copy the complete hash from the letter.");
    const [found, breaks] = [await findAuditLogHash(db, hash), await findAuditLogBreaks(db)];
    const isWell = found !== null && breaks.length === 0;
    const lines = [
      found
        ? `This is line ${found.number} of the audit log, of ${shortMoment(found.at)}. ${formatCount(found.later, "line")} came after it.`
        : "No entry of the audit log has this hash. If it is from a letter of this shop, the log was truncated or changed since, or an older backup was restored.",
      breaks.length > 0
        ? `These lines were changed, or one is missing before them: ${breaks.join(", ")}.`
        : "Every line of the audit log matches the line before it.",
    ];
    return { data: { line: found, breaks, isWell }, lines, isWell };
  },
});
