/** Describes the changed fields of an audit log entry in words: their names, and their values before and after. */
import { roleWords, languageLabels, taxLabels } from "#desk/pages/book/book-labels.ts";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";
import { nameColumn } from "#shop/catalogue/editing/name-column.ts";
import { longDay, longMoment } from "#shop/kernel/dates/dates.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { sectionNames } from "#shop/office/storefront/sections.ts";

const paise = /_?paise$/i;

/** Fields that are not shown, because only undo uses them. */
const hiddenFields = ["request"];

const labels: Record<string, string> = {
  appliesTo: "books it applies to",
  book: "book",
  bookId: "book",
  bookIds: "books",
  dueAt: "planned for",
  editions: "editions",
  endpaper: "background pattern",
  isAnnounced: "announced in the shop",
  isFeatured: "on the home page",
  isFirstOrderOnly: "for first orders only",
  leftOut: "sections not shown",
  lists: "reading lists",
  mood: "how its covers look",
  names: "names in other scripts",
  paiseOff: "discount",
  parentId: "parent category",
  scopeId: "what it counts",
  sections: "order of the sections",
  sortName: "filed as",
  targets: "chosen",
  trackingUrl: "tracking link",
  value: "setting",
  welcomeLine: "line at the top",
  welcomeTitle: "title at the top",
  work_id: "text",
};

/** The name of a field in words. It has no unit: `pricePaise` is "price", because its value is shown in rupees. */
function nameField(name: string): string {
  if (Object.hasOwn(labels, name)) return labels[name] ?? name;
  const named = nameColumn(name);
  if (named !== name.replaceAll("_", " ")) return named;
  return (name.replace(paise, "") || "sum")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])([A-Z])/g, " $1")
    .toLowerCase();
}

const valueLabels: Record<string, Record<string, string>> = {
  availability: availabilityLabels,
  contributors: roleWords,
  language: languageLabels,
  leftOut: sectionNames,
  sections: sectionNames,
  tax_class: taxLabels,
};
/** Fields whose values are names with hyphens. They are shown with spaces instead. */
const hyphened = ["format", "audience", "appliesTo", "mood", "endpaper", "state", "kind"];

/** Formats a value for people. */
function writeValue(name: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return isMoney(name) ? formatPaise(value) : value.toLocaleString("en-IN");
  if (typeof value === "string") return writeText(name, value);
  const parts = Array.isArray(value)
    ? value.map((one) => writeValue(name, one))
    : Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([field, one]) => (one === null || one === "" ? [] : [writeValue(field, one)]));
  if (parts.length === 0) return "none";
  const isOfParts = Array.isArray(value) && value.some((one) => typeof one === "object");
  return parts.join(isOfParts ? "; " : ", ");
}

function isMoney(name: string): boolean {
  return paise.test(name) || name === "paiseOff";
}

function writeText(name: string, text: string): string {
  const words = valueLabels[name];
  if (words && Object.hasOwn(words, text)) return words[text] ?? text;
  if (hyphened.includes(name)) return text.replaceAll("-", " ");
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return longMoment(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return longDay(text);
  return text;
}

/** A field before and after a change, in words; null if there was no row on that side. */
export interface SaidField {
  name: string;
  before: string | null;
  after: string | null;
}

export function describeFields({
  before,
  after,
}: Record<"before" | "after", Record<string, unknown> | null>): SaidField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => !hiddenFields.includes(name) && !(isEmpty(before?.[name]) && isEmpty(after?.[name])))
    .map((name) => ({
      name: nameField(name),
      before: before && writeValue(name, before[name]),
      after: after && writeValue(name, after[name]),
    }));
}

/** Whether a value counts as empty. A field that was empty before and after a change is not listed. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
