import { listOutbox, retryLetter } from "#shop/office/back-office/outbox.server.ts";
import { shortMoment } from "#shop/kernel/dates/dates.ts";
import { command, formatTable, record, UsageError } from "./command.ts";

export const outbox = command({
  name: "outbox",
  positionals: "",
  description: "Lists letters that are waiting or could not be sent, newest first, at most 50.",
  options: {
    all: { type: "boolean", description: "also list sent letters" },
    retry: { type: "string", value: "ID", description: "send this letter again" },
  },
  async run(context) {
    const { services, options } = context;
    if (options.retry !== undefined) {
      if (!/^\d{1,15}$/.test(options.retry)) throw new UsageError("--retry needs the number of a letter.");
      const id = options.retry;
      const isDue = await record(
        context,
        (services) => retryLetter(services, id),
        (isDue) =>
          isDue
            ? { action: "people.retry-letter", words: `Queued letter ${id} to be sent again.`, subject: `letter ${id}` }
            : null,
      );
      if (!isDue) throw new UsageError(`There is no unsent letter ${options.retry}.`);
      return {
        data: { id: options.retry },
        lines: [`Letter ${options.retry} is sent again within seconds if the shop is open.`],
      };
    }
    const rows = await listOutbox(services.db, options.all === true ? "all" : "unsent");
    const table = rows.map((row) => [
      row.id,
      row.isSeen ? `${row.state}, seen` : row.state,
      row.kind,
      row.order,
      shortMoment(row.writtenAt),
      String(row.tries),
      row.error,
    ]);
    return {
      data: rows,
      isWell: !rows.some((row) => row.state === "dead" && !row.isSeen),
      lines: rows.length
        ? formatTable(["Letter", "State", "Kind", "Order", "Written", "Tries", "Error"], table)
        : ["No letters are waiting."],
    };
  },
});
