/** The fields of the desk's form of a book. */
import type { ReactNode } from "react";
import { Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { IsbnBooks } from "#desk/components/scanning/isbn-books.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { BookChoice } from "#desk/http/books/book-choice.ts";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";
import type { BookFieldName } from "#shop/catalogue/fields/book-fields.ts";
import { bookFormats, contributorRoles } from "#shop/catalogue/fields/record-values.ts";
import {
  categoriesOf,
  listPeople,
  type BookErrors,
  type BookValues,
  type FormField,
} from "#shop/catalogue/editing/form/book-values.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { languageLabels, roleWords, describePublicationDate, taxLabels } from "./book-labels.ts";

/** Maximum numbers of people and categories in the form. */
const maxPeople = 50;
const maxCategories = 8;

interface BookFieldsProps {
  fields: FormField[];
  values: BookValues;
  errors: BookErrors;
  categories: CategoryPath[];
  /** The books that already have the rejected ISBN. */
  isbnBooks: BookChoice[] | undefined;
}

/** All fields of the form. Those that all editions of the work share are first. */
export function BookFields({ fields, values, errors, categories, isbnBooks }: BookFieldsProps) {
  const propsOf = (name: BookFieldName) => {
    const field = fields.find((one) => one.name === name);
    if (!field) throw new Error(`The form of a book has no field ${name}.`);
    return { field, value: values[name] ?? "", error: errors[name] ?? null };
  };
  const { error: peopleError } = propsOf("contributors");
  const { error: categoriesError } = propsOf("subjects");
  return (
    <div className="grid gap-4">
      <OneInput {...propsOf("title")} />
      <OneInput {...propsOf("subtitle")} />
      <People values={values} error={peopleError ?? undefined} />
      <div className="field-row sm:grid-cols-[3fr_1fr]">
        <OneInput {...propsOf("series")} />
        <TextField
          label="Number in the series"
          isOptional
          inputMode="decimal"
          maxLength={10}
          name="seriesNumber"
          defaultValue={values.seriesNumber ?? ""}
          error={errors.seriesNumber ?? null}
          autoComplete="off"
        />
      </div>
      <OneInput {...propsOf("description")} />
      <Categories values={values} error={categoriesError ?? undefined} categories={categories} />
      <div className="field-row sm:grid-cols-2">
        <OneInput {...propsOf("isbn")} />
        <OneInput {...propsOf("format")}>
          <option value="">Not known</option>
          <Options words={formatLabels} />
        </OneInput>
        <IsbnBooks books={isbnBooks} />
      </div>
      <div className="field-row sm:grid-cols-2">
        <OneInput {...propsOf("mrp")} />
        <OneInput {...propsOf("price")} />
      </div>
      <div className="field-row sm:grid-cols-2">
        <OneInput {...propsOf("language")} usual="en">
          <Options words={languageLabels} also={values.language} />
        </OneInput>
        <OneInput {...propsOf("pages")} />
      </div>
      <div className="field-row sm:grid-cols-2">
        <OneInput {...propsOf("publisher")} />
        <OneInput {...propsOf("editionStatement")} />
        <OneInput {...propsOf("publishedOn")} hint={describePublicationDate(values.publishedOn)} />
        <OneInput {...propsOf("availability")} usual="in-stock">
          <Options words={availabilityLabels} />
        </OneInput>
        <OneInput {...propsOf("orderDays")} />
      </div>
      <div className="field-row sm:grid-cols-2">
        <OneInput {...propsOf("taxClass")}>
          {!values.taxClass && <option value="">Default for the format</option>}
          <Options words={taxLabels} />
        </OneInput>
        <OneInput {...propsOf("hsn")} hint={values.hsn ? undefined : "Left empty: the default for the format"} />
      </div>
      {fields
        .filter(({ kind }) => kind === "checkbox")
        .map(({ name, label }) => (
          <Checkbox key={name} name={name} defaultChecked={Boolean(values[name])}>
            {label}
          </Checkbox>
        ))}
    </div>
  );
}

interface OneInputProps {
  field: FormField;
  value: string;
  error: string | null;
  /** A hint that replaces the default hint of the field. */
  hint?: string | undefined;
  /** The option that is selected if the book has no value. */
  usual?: string;
  /** Options of a select. */
  children?: ReactNode;
}

const formatLabels = Object.fromEntries(bookFormats.map((format) => [format, formatNames[format]]));

const inputModes = { number: "numeric", rupees: "decimal" } as const;

/** One field with a single input. */
function OneInput({ field, value, error, hint = field.hint, usual = "", children }: OneInputProps) {
  const { name, label, kind, maxLength, isRequired } = field;
  const props = { name, label, error, defaultValue: value, autoComplete: "off" };
  if (kind === "choice")
    return (
      <SelectField {...props} defaultValue={value || usual} {...(hint && { hint })}>
        {children}
      </SelectField>
    );
  const isOptional = !isRequired;
  if (kind === "text")
    return <TextArea {...props} hint={hint} isOptional={isOptional} rows={8} maxLength={maxLength} />;
  return (
    <TextField
      {...props}
      hint={hint}
      isOptional={isOptional}
      required={isRequired}
      maxLength={maxLength}
      inputMode={kind === "number" || kind === "rupees" ? inputModes[kind] : undefined}
    />
  );
}

function Options({ words, also }: { words: Record<string, string>; also?: string | undefined }) {
  return (
    <>
      {also && !(also in words) && <option value={also}>{also}</option>}
      {Object.entries(words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </>
  );
}

/** Names and roles, with two empty lines after the existing ones. */
function People({ values, error }: { values: BookValues; error: string | undefined }) {
  const people = listPeople(values);
  const rows = Math.min(maxPeople, people.length + 2);
  return (
    <fieldset aria-describedby={error ? "people-error" : "people-hint"}>
      <legend className="font-semibold">People</legend>
      <p id="people-hint" className="text-small text-quiet">
        In the order of the title page. A name that the shop already knows refers to that person; any other name adds a
        person.
      </p>
      <div className="mt-1.5 grid gap-2">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-2">
            <TextField
              label={<span className="sr-only">Name {index + 1}</span>}
              name={`person${index + 1}`}
              defaultValue={people[index]?.name ?? ""}
              maxLength={200}
              autoComplete="off"
              // An empty row is never the cause of the error.
              aria-invalid={error && people[index]?.name ? true : undefined}
            />
            <SelectField
              label={<span className="sr-only">Role of name {index + 1}</span>}
              name={`role${index + 1}`}
              defaultValue={people[index]?.role ?? "author"}
            >
              {contributorRoles.map((role) => (
                <option key={role} value={role}>
                  {roleWords[role]}
                </option>
              ))}
            </SelectField>
          </div>
        ))}
      </div>
      {error && (
        <p id="people-error" className="mt-1.5 text-small font-semibold text-vermilion">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The fields for the main category and up to three more, or for all categories that the book has. */
function Categories({
  values,
  error,
  categories,
}: {
  values: BookValues;
  error: string | undefined;
  categories: CategoryPath[];
}) {
  const chosen = categoriesOf(values);
  const rows = Math.max(4, Math.min(maxCategories, chosen.length));
  return (
    <fieldset aria-describedby={error && "categories-error"}>
      <legend className="font-semibold">Categories</legend>
      <p className="text-small text-quiet">
        {categories.length === 0
          ? "The shop has no category yet. Leave this empty, or add one first under "
          : "The first one is the main category. Type a part of its name to choose it. New categories are added under "}
        <Link to={deskHref("/categories")} className="link">
          Categories
        </Link>
        .
      </p>
      <datalist id="categories">
        {categories.map(({ id, path }) => (
          <option key={id} value={path}>
            {path}
          </option>
        ))}
      </datalist>
      <div className="mt-1.5 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {Array.from({ length: rows }, (_, index) => (
          <TextField
            key={index}
            label={<span className="sr-only">Category {index + 1}</span>}
            name={`category${index + 1}`}
            list="categories"
            defaultValue={chosen[index] ?? ""}
            maxLength={200}
            autoComplete="off"
            aria-invalid={error && chosen[index] ? true : undefined}
          />
        ))}
      </div>
      {error && (
        <p id="categories-error" className="mt-1.5 text-small font-semibold text-vermilion">
          {error}
        </p>
      )}
    </fieldset>
  );
}
