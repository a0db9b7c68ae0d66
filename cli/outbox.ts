import { sql } from "drizzle-orm";

import { formatTable, dayAndTime, UsageError, type Command } from "./command.ts";

export const outbox: Command = {
  name: "outbox",
  positionals: "",
  description: "Lists letters that wait or could not be sent, newest first, at most 50.",
  options: {
    all: { type: "boolean", description: "the sent ones too" },
    retry: { type: "string", value: "ID", description: "send this letter again" },
  },
  async run({ services, options }) {
    if (typeof options.retry === "string") {
      if (!/^\d{1,15}$/.test(options.retry)) throw new UsageError("--retry takes the number of a letter.");
      const { rowCount } = await services.db.execute(sql`
        update outbox set state = 'due', due_at = now(), tries = 0 where id = ${options.retry} and state <> 'sent'`);
      if (!rowCount) throw new UsageError(`There is no unsent letter ${options.retry}.`);
      return {
        data: { id: options.retry },
        lines: [`Letter ${options.retry} is sent again within seconds, while the shop is open.`],
      };
    }
    const { rows } = await services.db.execute<
      Record<"id" | "kind" | "order" | "state" | "error" | "writtenAt", string> & { tries: number }
    >(sql`
      select b.id::text, b.kind, coalesce(o.number, '') as order, b.state, b.tries, b.last_error as error,
        b.created_at::text as "writtenAt"
      from outbox b left join orders o on o.id = b.order_id where ${options.all === true} or b.state <> 'sent'
      order by b.state = 'dead' desc, b.id desc limit 50`);
    const table = rows.map((row) => [
      row.id,
      row.state,
      row.kind,
      row.order,
      dayAndTime(row.writtenAt),
      String(row.tries),
      row.error,
    ]);
    return {
      data: rows,
      isWell: !rows.some((row) => row.state === "dead"),
      lines: rows.length
        ? formatTable(["Letter", "State", "Kind", "Order", "Written", "Tries", "Error"], table)
        : ["No letters wait."],
    };
  },
};
