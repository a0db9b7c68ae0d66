import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { deskHref, type DeskPath } from "#desk/desk-routes.ts";
import { Choices } from "./forms/choices.tsx";

/** A ticket in a list. */
export interface TicketRow {
  ticket: string;
  to: string;
  title: string;
  about: string;
  age: string;
}

interface TicketPageProps {
  title: string;
  /** Label of the choice between open and closed tickets. */
  label: string;
  path: DeskPath;
  isClosed: boolean;
  rows: TicketRow[];
  /** The text that an empty list shows. */
  none: string;
}

/** A page of tickets: the 200 oldest open tickets, or the 50 that were closed last. */
export function TicketPage({ title, label, path, isClosed, rows, none }: TicketPageProps) {
  return (
    <div className="desk-page">
      <h1 className="text-h3">{title}</h1>
      <Choices
        label={label}
        choices={[
          { words: "To answer", to: deskHref(path), isChosen: !isClosed },
          { words: "Closed", to: deskHref(path, { which: "closed" }), isChosen: isClosed },
        ]}
      />
      {rows.length === 0 ? <p className="mt-4">{none}</p> : <TicketList rows={rows} />}
      {rows.length === (isClosed ? 50 : 200) && (
        <p className="mt-3 text-small text-quiet">
          {isClosed
            ? "Only the last fifty are shown."
            : "Only the oldest two hundred are shown. The others appear when these are closed."}
        </p>
      )}
    </div>
  );
}

function TicketList({ rows }: { rows: TicketRow[] }) {
  return (
    <ul>
      {rows.map(({ ticket, to, title, about, age }) => (
        <li key={ticket} className="border-b border-line">
          <Link to={to} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
            <span className="min-w-0 flex-1 basis-72 break-words">
              <span className="row-link" lang={detectLanguage(title)}>
                {title}
              </span>
            </span>
            <span className="min-w-0 text-small break-words text-quiet md:basis-48">{about}</span>
            <span className="text-small text-quiet md:basis-52 md:text-right">{age}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
