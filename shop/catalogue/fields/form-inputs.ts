/** The inputs of the desk's book form, and how each converts to and from raw values. */
import { contributorRoles } from "./record-values.ts";
import type { RawAmount, RawContributor, RawSeries, RawSubject } from "./raw-values.ts";

/** The properties that a page needs to render a field of the desk's book form. */
export interface FormFieldFacts {
  label: string;
  hint?: string;
  /** `people`, `series` and `categories` have several inputs. */
  kind: "line" | "text" | "number" | "rupees" | "choice" | "checkbox" | "people" | "series" | "categories";
  /** Maximum characters of each input. */
  maxLength: number;
  isRequired?: true;
}

/** The inputs of a field in the desk's form. */
export interface FormInput<Raw> extends FormFieldFacts {
  /** The names of its inputs, if there are several; a single input has the name of the field. */
  inputs?: readonly string[];
  /** The raw value of the texts of its inputs, in order; undefined if they are empty. */
  read: (texts: string[]) => Raw | undefined;
  /** The texts of its inputs for a raw value. */
  write: (raw: Raw) => string[];
}

type Described = Omit<FormFieldFacts, "kind" | "maxLength">;

/** A field with one text input. */
export function textInput(
  kind: "line" | "text" | "number" | "choice",
  maxLength: number,
  described: Described,
): FormInput<string> {
  return { ...described, kind, maxLength, read: ([text]) => text || undefined, write: (raw) => [raw] };
}

/** Yes or no. Browsers submit nothing for an unticked box. */
export function checkbox(described: Described): FormInput<string> {
  return {
    ...described,
    kind: "checkbox",
    maxLength: 10,
    read: ([text]) => (text ? "yes" : "no"),
    write: (raw) => [raw === "yes" ? "on" : ""],
  };
}

/** A price in rupees. */
export function rupeesInput(described: Described): FormInput<RawAmount> {
  return {
    ...described,
    kind: "rupees",
    maxLength: 20,
    read: ([amount]) => (amount ? { amount } : undefined),
    write: ({ amount }) => [amount],
  };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`);

/** Maximum people and categories in a form. */
const maxPeople = 50;
const maxCategories = 8;

/** People and their roles, in title-page order. */
export const peopleInput: FormInput<RawContributor[]> = {
  label: "People",
  kind: "people",
  maxLength: 200,
  inputs: numbered("person", maxPeople).flatMap((person, index) => [person, `role${index + 1}`]),
  read: (texts) => {
    const people = Array.from({ length: maxPeople }, (_, index) => ({
      name: texts[2 * index] ?? "",
      role: contributorRoles.find((role) => role === texts[2 * index + 1]) ?? "author",
    })).filter(({ name }) => name !== "");
    return people.length > 0 ? people : undefined;
  },
  write: (raw) => raw.slice(0, maxPeople).flatMap(({ name, role }) => [name, role]),
};

/** A series and the number within it. */
export const seriesInput: FormInput<RawSeries> = {
  label: "Series",
  kind: "series",
  maxLength: 200,
  inputs: ["series", "seriesNumber"],
  read: ([name, position]) => (name ? { name, ...(position && { position }) } : undefined),
  write: ({ name, position }) => [name, position ?? ""],
};

/** Categories by their paths, the main one first. Subject codes and keywords are not in the form. */
export const categoriesInput: FormInput<RawSubject[]> = {
  label: "Categories",
  kind: "categories",
  maxLength: 200,
  inputs: numbered("category", maxCategories),
  read: (texts) => {
    const paths = texts.filter((path) => path !== "");
    return paths.length > 0 ? paths.map((code) => ({ scheme: "name", code })) : undefined;
  },
  write: (raw) => raw.flatMap(({ scheme, code }) => (scheme === "name" ? [code] : [])).slice(0, maxCategories),
};
