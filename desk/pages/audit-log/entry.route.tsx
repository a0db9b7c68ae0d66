/** The desk's page of an audit log entry: everything that the action changed, and the button that undoes it. */
import { data, Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { BackLink } from "#desk/components/back-link.tsx";
import { UndoButton } from "#desk/components/forms/undo-button.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { longDay } from "#shop/kernel/dates/dates.ts";
import { findAuditLogEntry } from "#shop/kernel/audit-log/read-audit-log.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { findUndoable } from "#shop/office/undo/undo.server.ts";
import { undoFromDesk } from "./actions.server.ts";
import { describeEntries } from "./describe-entries.server.ts";
import { ChangedFields, AuditLogRows } from "./audit-log-rows.tsx";

import type { Route } from "./+types/entry.route";

export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "record" });
  const { db, now } = args.context.get(servicesContext);
  const given = args.params.entry ?? "";
  const number = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : 0;
  const found = await findAuditLogEntry(db, number);
  if (!found) throw data("There is no such entry.", { status: 404 });
  const undoable = await findUndoable(db, number);
  const { rows, changes } = await describeEntries(db, [found], undoable?.changes);
  const [row] = rows;
  if (!row) throw data("There is no such entry.", { status: 404 });
  return {
    row,
    undoable: undoable && {
      ...undoable,
      changes,
      isOver: new Date(undoable.until) <= now(),
      isAllowed: undoable.needs.every((capability) => may(staff.role, capability)),
    },
  };
}

export function action(args: Route.ActionArgs) {
  return answerAction(args, [undoFromDesk], (_, answer) =>
    redirectWithFlash(args.request, deskHref("/record/:entry", { entry: args.params.entry }), answer),
  );
}

export const meta = ({ params }: { params: { entry?: string } }) => [
  { title: `History, change ${params.entry ?? ""}` },
];

export default function AuditLogEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { row, undoable } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <BackLink to={deskHref("/record")}>History</BackLink>
      <h1 className="text-h3">Change {row.number}</h1>
      <ActionBanner trouble={trouble} />
      {undoable && <UndoSection number={row.number} undoable={undoable} />}
      <AuditLogRows rows={[row]} isAlone />
      {undoable && undoable.count > 0 && (
        <section aria-labelledby="changes" className="mt-6">
          <h2 id="changes" className="text-title">
            {formatCount(undoable.count, "change", "changes")}
          </h2>
          {undoable.count > undoable.changes.length && (
            <p className="mt-2 text-quiet">Only the first {undoable.changes.length} changes are shown.</p>
          )}
          <ul className="mt-3 border-t border-line">
            {undoable.changes.map(({ kind, key, words, name, fields }) => (
              <li key={`${kind} ${key}`} className="border-b border-line py-2 break-words">
                <p>
                  <span className="text-quiet">{words}:</span> {name}
                </p>
                <ChangedFields fields={fields} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface UndoSectionProps {
  number: number;
  undoable: { undoneBy: number | null; isOfBefore: boolean; isOver: boolean; isAllowed: boolean; until: string };
}

/** The button that undoes an entry, or why it cannot be undone. */
function UndoSection({ number, undoable: { undoneBy, isOfBefore, isOver, isAllowed, until } }: UndoSectionProps) {
  if (undoneBy !== null)
    return (
      <p className="mt-4">
        This was undone by{" "}
        <Link className="link" to={deskHref("/record/:entry", { entry: undoneBy })}>
          change {undoneBy}
        </Link>
        .
      </p>
    );
  if (isOfBefore) return <p className="mt-4">An earlier version of the shop did this, so it cannot be undone.</p>;
  if (isOver) return <p className="mt-4">This was too long ago to be undone.</p>;
  if (!isAllowed) return <p className="mt-4">Your role may not undo this.</p>;
  return (
    <div className="mt-4">
      <p className="mb-3 max-w-measure text-quiet">
        This can be undone until {longDay(until)}. Values that were changed again since stay as they are, and are
        listed.
      </p>
      <UndoButton entry={number} />
    </div>
  );
}
