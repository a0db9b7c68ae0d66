import type { ReactNode } from "react";

import { languageOf } from "#app/display/language-of.ts";
import type { ActionTrouble } from "#desk/http/action-trouble.ts";
import { ActionBanner } from "./frame/action-banner.tsx";
import { BackLink } from "./back-link.tsx";
import { BothVersions } from "./forms/both-versions.tsx";

interface RecordHeadingProps {
  /** The list it belongs to. */
  list: { to: string; name: string };
  name: string;
  /** Why a form of the page was not done. */
  trouble: ActionTrouble | null;
  /** The same, when that form was the one that saves the record. */
  ofSave: ActionTrouble | null;
  /** The values that are there now, and what their fields are called. */
  now: Record<string, string>;
  labels: Record<string, string>;
  /** What readers see of it, and where else it leads. */
  children: ReactNode;
}

/** How the page of an author, a series or a category begins: where it belongs, its name, and what went wrong. */
export function RecordHeading({ list, name, trouble, ofSave, now, labels, children }: RecordHeadingProps) {
  return (
    <div>
      <BackLink to={list.to}>{list.name}</BackLink>
      <h1 className="text-h3 break-words" lang={languageOf(name)}>
        {name}
      </h1>
      {children}
      <ActionBanner trouble={trouble} />
      <BothVersions trouble={ofSave} now={now} labels={labels} />
    </div>
  );
}
