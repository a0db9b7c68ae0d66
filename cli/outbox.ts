import { sql } from "drizzle-orm";

import { asTable, Mistake, type Command } from "./command.ts";

export const outbox: Command = {
  name: "outbox",
  words: "",
  says: "Lists letters that wait or could not be sent.",
  options: {
    all: { type: "boolean", says: "the sent ones too, newest first, at most 50" },
    retry: { type: "string", value: "ID", says: "send this letter again" },
  },
  async run({ services, options }) {
    if (typeof options.retry === "string") {
      if (!/^\d{1,15}$/.test(options.retry)) throw new Mistake("--retry takes the number of a letter.");
      const { rowCount } = await services.db.execute(sql`
        update outbox set state = 'due', due_at = now(), tries = 0 where id = ${options.retry} and state <> 'sent'`);
      if (!rowCount) throw new Mistake(`There is no unsent letter ${options.retry}.`);
      return {
        data: { id: options.retry },
        lines: [`Letter ${options.retry} is sent again within seconds, while the shop is open.`],
      };
    }
    const { rows } = await services.db.execute<
      Record<"id" | "kind" | "order" | "state" | "tries" | "error" | "at", string>
    >(sql`
      select b.id::text, b.kind, coalesce(o.number, '') as order, b.state, b.tries::text, b.last_error as error, b.created_at::text as at
      from outbox b left join orders o on o.id = b.order_id where ${options.all === true} or b.state <> 'sent'
      order by b.id desc limit 50`);
    const table = rows.map((row) => [
      row.id,
      row.state,
      row.kind,
      row.order,
      row.at.slice(0, 16),
      row.tries,
      row.error,
    ]);
    return {
      data: rows,
      isWell: !rows.some((row) => row.state === "dead"),
      lines: rows.length
        ? asTable(["Letter", "State", "Kind", "Order", "Written", "Tries", "Error"], table)
        : ["No letters wait."],
    };
  },
};
