import type { ImportJob } from "#shop/catalogue/uploads/import-job.server.ts";
import type { RefusalGroup } from "#shop/catalogue/uploads/group-refusals.ts";

interface RefusalsProps {
  groups: RefusalGroup[];
  kind: ImportJob["kind"];
  /** The number of records that were looked at. */
  looked: number;
}

/** What would be refused or corrected: for each reason the number of records, an example, and where to mend it. */
export function Refusals({ groups, kind, looked }: RefusalsProps) {
  if (groups.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">Records that would be refused or corrected</h3>
      <ul className="mt-2 border-t border-line">
        {groups.map((group) => {
          const { what, field, records, example, isSame } = group;
          const cure = what === "refused" ? cureOf(group, kind) : [];
          return (
            <li
              key={`${what} ${field} ${example.line} ${example.reason}`}
              className="border-b border-line py-2 break-words"
            >
              <p>
                <span className={what === "refused" ? "font-semibold text-vermilion" : "font-semibold"}>
                  {records} of {looked} {words[what]}:
                </span>{" "}
                {example.reason}
              </p>
              <p className="text-small text-quiet">
                {isSame && records === 1 ? "" : "Such as "}row {example.line}, {example.record}
              </p>
              {cure.length > 0 && (
                <p className="flex flex-wrap gap-x-6">
                  {cure.map(({ to, label }) => (
                    <a key={to} className="link inline-flex min-h-11 items-center" href={`#${to}`}>
                      {label}
                    </a>
                  ))}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const words = { refused: "refused", mended: "corrected", skipped: "skipped" } as const;

/** The fields of the form that may mend a refusal. */
function cureOf({ field, example }: RefusalGroup, kind: ImportJob["kind"]): { to: string; label: string }[] {
  const columns = (label: string) => ({ to: "reading", label });
  if (/exchange rate/.test(example.reason)) return [{ to: "rates", label: "Give an exchange rate" }];
  if ((field === "price" || field === "mrp") && /no price/.test(example.reason))
    return [
      ...(kind === "books" ? [{ to: "mrp", label: "Give all of them an MRP" }] : []),
      columns("Say which column is the price"),
    ];
  if (field === "isbn") return [columns("Say which column is the ISBN or your item code")];
  return [];
}
