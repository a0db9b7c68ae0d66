import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";

/**
 * Runs the mailbox stand-in in its own process, with its letters in memory, so that its CPU time does not count as the
 * shop's.
 */
const mailbox = await createMailboxStandIn({ basePath: "" });
process.send?.(mailbox.smtpUrl);
process.once("disconnect", () => process.exit());
