/** What an import would refuse or correct, by reason, each with one way to mend it. */
import type { ReactNode } from "react";

import type { ActionError } from "#desk/http/action-error.ts";
import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import type { RefusalGroup } from "#shop/catalogue/uploads/group-refusals.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { AskedRuleField, type AskedRule } from "./rules.tsx";

interface RefusalsProps {
  work: ImportJob;
  groups: RefusalGroup[];
  /** The number of records that were looked at. */
  looked: number;
  trouble: ActionError | null;
}

/** For each reason the number of records, an example, and the field or column that mends it; corrections are folded. */
export function Refusals({ work, groups, looked, trouble }: RefusalsProps) {
  const refused = groups.filter(({ what }) => what !== "mended");
  const mended = groups.filter(({ what }) => what === "mended");
  return (
    <>
      {refused.length > 0 && (
        <div>
          <h3 className="font-semibold">Records that would be left out</h3>
          <ul className="mt-2 border-t border-line">
            {refused.map((group) => (
              <Reason key={keyOf(group)} group={group} looked={looked}>
                <Cure group={group} isFirst={firstThatAsks(refused, group, work.kind)} work={work} trouble={trouble} />
              </Reason>
            ))}
          </ul>
        </div>
      )}
      {mended.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center font-semibold text-action">
            {formatCount(mended.length, "kind of correction", "kinds of correction")} by the import
          </summary>
          <ul className="mt-1 border-t border-line">
            {mended.map((group) => (
              <Reason key={keyOf(group)} group={group} looked={looked} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const keyOf = ({ what, field, example: { line, reason } }: RefusalGroup) => `${what} ${field} ${line} ${reason}`;

interface ReasonProps {
  group: RefusalGroup;
  looked: number;
  children?: ReactNode;
}

function Reason({ group: { what, records, example, isSame }, looked, children }: ReasonProps) {
  return (
    <li className="border-b border-line py-2 break-words">
      <p>
        <span className={what === "refused" ? "font-semibold text-vermilion" : "font-semibold"}>
          {records} of {looked} {words[what]}:
        </span>{" "}
        {example.reason}
      </p>
      <p className="text-small text-quiet">
        {isSame && records === 1 ? "Row" : "Such as row"} {example.line}, {example.record}
      </p>
      {children}
    </li>
  );
}

const words = { refused: "refused", mended: "corrected", skipped: "skipped" } as const;

/** Whether this is the first reason that asks for its rule: only one has the rule's field. */
function firstThatAsks(groups: RefusalGroup[], group: RefusalGroup, kind: ImportJob["kind"]): boolean {
  const rule = ruleOf(group, kind);
  return rule !== null && groups.find((one) => ruleOf(one, kind) === rule) === group;
}

type CureProps = Pick<RefusalsProps, "work" | "trouble"> & { group: RefusalGroup; isFirst: boolean };

/** The field of the rule that mends a refusal, and the way to the columns. */
function Cure({ group, isFirst, work, trouble }: CureProps) {
  const rule = ruleOf(group, work.kind);
  const column = columnOf(group);
  return (
    <>
      {rule && isFirst && (
        <div className="mt-3 max-w-80">
          <AskedRuleField rule={rule} options={work.options} trouble={trouble} />
        </div>
      )}
      {column && (
        <p>
          <a className="link inline-flex min-h-11 items-center" href="#reading">
            {rule ? `Or say which column is ${column}` : `Say which column is ${column}`}
          </a>
        </p>
      )}
    </>
  );
}

/** The rule that mends a refusal; null for none. */
function ruleOf({ what, field, example }: RefusalGroup, kind: ImportJob["kind"]): AskedRule | null {
  // The form of a till's file has neither rule.
  if (what !== "refused" || kind === "stock") return null;
  if (/exchange rate/.test(example.reason)) return "rates";
  return kind === "books" && isWithoutPrice(field, example.reason) ? "mrp" : null;
}

/** The rules that refusals ask for. */
export function askedRules(groups: RefusalGroup[], kind: ImportJob["kind"]): AskedRule[] {
  return (["mrp", "rates"] as const).filter((rule) => groups.some((group) => ruleOf(group, kind) === rule));
}

function isWithoutPrice(field: string | null, reason: string): boolean {
  return (field === "price" || field === "mrp") && /no price/.test(reason);
}

/** The column that may be matched wrongly; null for none. */
function columnOf({ what, field, example }: RefusalGroup): string | null {
  if (what !== "refused") return null;
  if (isWithoutPrice(field, example.reason)) return "the price";
  return field === "isbn" ? "the ISBN or your item code" : null;
}
