import { servicesContext } from "#app/http/context.ts";
import { Form } from "#desk/components/forms/form.tsx";
import { Pager } from "#desk/components/pager.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readAuditLog, type AuditLogFilter } from "#shop/kernel/audit-log/read-audit-log.server.ts";
import { findReaders } from "#shop/office/back-office/readers.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { listAllStaff } from "#shop/people/staff/staff.server.ts";
import { mayUndo } from "#shop/office/undo/undo.server.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { chapters, otherActors, readAuditLogQuery } from "./read-audit-log-query.ts";
import { AuditLogRows } from "./audit-log-rows.tsx";
import { describeEntries } from "./describe-entries.server.ts";

import type { Route } from "./+types/route";

/** Loads the audit log, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "record" });
  const { db } = args.context.get(servicesContext);
  const query = readAuditLogQuery(args.request.url);
  const { who, chapter, subject, before } = query;
  const findsReader = subject.includes("@") && may(staff.role, "people");
  const [reader] = findsReader ? await findReaders(db, subject, 1) : [];
  const filter: AuditLogFilter = {
    who: who === "" ? null : /^\d/.test(who) ? Number(who) : (who as keyof typeof otherActors),
    chapter: chapter || null,
    subject: (reader && `reader ${reader.id}`) || subject || null,
    before,
  };
  const [{ rows, isCut }, people] = await Promise.all([readAuditLog(db, filter), listAllStaff(db)]);
  const { rows: described } = await describeEntries(db, rows);
  return {
    query,
    rows: described.map((row) => ({
      ...row,
      isUndoable: row.undoableKind !== null && mayUndo(staff.role, row.undoableKind),
    })),
    isCut,
    people,
  };
}

export const meta = () => [{ title: "History" }];

export default function History({ loaderData }: Route.ComponentProps) {
  const { query, rows, isCut, people } = loaderData;
  const last = rows.at(-1);
  const { before: _, ...asked } = query;
  const given = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value || null]));
  return (
    <div className="desk-page">
      <h1 className="text-h3">History</h1>
      <p className="mt-2 max-w-measure text-quiet">
        All actions that were done or refused, at the desk, on the command line and by other programs. Nobody can change
        or delete an entry.
      </p>
      <Form method="get" className="field-row mt-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]">
        <SelectField label="Who" name="who" defaultValue={query.who}>
          <option value="">Everybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {Object.entries(otherActors).map(([actor, label]) => (
            <option key={actor} value={actor}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="What" name="chapter" defaultValue={query.chapter}>
          <option value="">Everything</option>
          {Object.entries(chapters).map(([chapter, label]) => (
            <option key={chapter} value={chapter}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="About"
          hint="An order number, or a reader’s e-mail address"
          name="subject"
          autoComplete="off"
          defaultValue={query.subject}
        />
        <p>
          <Button variant="outline">Show</Button>
        </p>
      </Form>
      {rows.length === 0 ? (
        <p className="mt-6">{query.before === null ? "There are no such entries." : "There are no older entries."}</p>
      ) : (
        <AuditLogRows rows={rows} />
      )}
      <Pager
        newest={query.before === null ? null : deskHref("/record", given)}
        older={isCut && last ? deskHref("/record", { ...given, before: last.number }) : null}
      />
    </div>
  );
}
