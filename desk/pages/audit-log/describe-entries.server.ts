import type { AuditLogEntry } from "#shop/kernel/audit-log/read-audit-log.server.ts";
import type { Services } from "#shop/services.ts";
import { idsIn, readNames, withNames } from "#shop/office/undo/name-things.server.ts";
import type { Undoable } from "#shop/office/undo/undo.server.ts";
import { describeFields } from "./field-words.server.ts";

/** Replaces ids in audit log entries and changes by titles and names. */
export async function describeEntries(db: Services["db"], rows: AuditLogEntry[], changes: Undoable["changes"] = []) {
  const books = rows.flatMap(({ subject }) => bookOf(subject) ?? []);
  const inFields = [...rows, ...changes].flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]);
  const names = await readNames(db, [...books.map((id) => ({ thing: "book" as const, id })), ...inFields]);
  const say = <T extends Pick<AuditLogEntry, "before" | "after">>(one: T) => ({
    ...one,
    fields: describeFields({ before: withNames(one.before, names), after: withNames(one.after, names) }),
  });
  return {
    rows: rows.map((row) => {
      const book = bookOf(row.subject);
      return { ...say(row), book: (book !== null && names("book", book)) || null };
    }),
    changes: changes.map(say),
  };
}

function bookOf(subject: string): string | null {
  const [kind, id = ""] = subject.split(" ");
  return kind === "book" && id !== "" ? id : null;
}
