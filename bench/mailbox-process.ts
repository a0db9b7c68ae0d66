import { createMailboxStandIn } from "#stand-ins/mailbox/mailbox.ts";

/** The mail server in a process of its own, its letters in memory: its work is not the shop's. */
const mailbox = await createMailboxStandIn({ basePath: "" });
process.send?.(mailbox.smtpUrl);
process.once("disconnect", () => process.exit());
