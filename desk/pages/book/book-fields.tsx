import { Link } from "react-router";

import { formatNames } from "#app/display/format-names.ts";
import { IsbnBooks } from "#desk/components/scanning/isbn-books.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { BookChoice } from "#desk/http/book-choice.ts";
import { availabilityWords } from "#shop/catalogue/editing/availability-words.ts";
import { bookFormats, contributorRoles } from "#shop/catalogue/books/book.ts";
import {
  peopleOf,
  roomFor,
  categoriesOf,
  type BookErrors,
  type BookValues,
} from "#shop/catalogue/editing/form/book-values.ts";
import type { CategoryPath } from "#shop/catalogue/editing/form/desk-book.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { languageWords, roleWords, sayPublished, taxWords } from "./book-words.ts";

interface BookFieldsProps {
  values: BookValues;
  errors: BookErrors;
  categories: CategoryPath[];
  /** Books that an ISBN which was refused leads to. */
  isbnBooks: BookChoice[] | undefined;
}

/** All that is said of a book, as inputs of a form. What all editions of its work share stands first. */
export function BookFields({ values, errors, categories, isbnBooks }: BookFieldsProps) {
  const line = (name: keyof BookErrors) => ({
    name,
    defaultValue: values[name] ?? "",
    error: errors[name] ?? null,
    autoComplete: "off",
  });
  return (
    <div className="grid gap-4">
      <TextField label="Title" required maxLength={500} {...line("title")} />
      <TextField label="Subtitle" isOptional maxLength={500} {...line("subtitle")} />
      <People values={values} error={errors.people} />
      <div className="field-row sm:grid-cols-[3fr_1fr]">
        <TextField label="Series" isOptional maxLength={200} {...line("series")} />
        <TextField label="Number in it" isOptional inputMode="decimal" maxLength={10} {...line("seriesNumber")} />
      </div>
      <TextArea
        label="Description"
        hint="Paragraphs with an empty line between them"
        isOptional
        rows={8}
        maxLength={20_000}
        {...line("description")}
      />
      <Categories values={values} error={errors.categories} categories={categories} />
      <div className="field-row sm:grid-cols-2">
        <TextField
          label="ISBN"
          hint="10 or 13 digits, with or without hyphens"
          isOptional
          maxLength={40}
          inputMode="numeric"
          {...line("isbn")}
        />
        <SelectField label="Format" {...line("format")} defaultValue={values.format ?? ""}>
          <option value="">Not known</option>
          {bookFormats.map((format) => (
            <option key={format} value={format}>
              {formatNames[format]}
            </option>
          ))}
        </SelectField>
        <IsbnBooks books={isbnBooks} />
      </div>
      <div className="field-row sm:grid-cols-2">
        <TextField label="MRP, rupees" inputMode="decimal" required maxLength={20} {...line("mrp")} />
        <TextField
          label="Price, rupees"
          isOptional
          hint="Left empty: the MRP"
          inputMode="decimal"
          maxLength={20}
          {...line("price")}
        />
      </div>
      <div className="field-row sm:grid-cols-2">
        <SelectField label="Language" {...line("language")} defaultValue={values.language || "en"}>
          <Options words={languageWords} also={values.language} />
        </SelectField>
        <TextField label="Pages" isOptional inputMode="numeric" maxLength={10} {...line("pages")} />
      </div>
      <div className="field-row sm:grid-cols-2">
        <TextField label="Publisher" isOptional maxLength={200} {...line("publisher")} />
        <TextField label="Edition" hint="Such as “Second edition”" isOptional maxLength={200} {...line("edition")} />
        <TextField
          label="Day of publication"
          hint={sayPublished(values.published)}
          isOptional
          maxLength={40}
          {...line("published")}
        />
        <SelectField
          label="Availability"
          hint="Counts while the shop has no copy of it"
          {...line("availability")}
          defaultValue={values.availability || "in-stock"}
        >
          <Options words={availabilityWords} />
        </SelectField>
        <TextField
          label="Days until an ordered copy comes"
          isOptional
          inputMode="numeric"
          maxLength={5}
          {...line("orderDays")}
        />
      </div>
      <div className="field-row sm:grid-cols-2">
        <SelectField label="GST" {...line("taxClass")}>
          {!values.taxClass && <option value="">As usual for the format</option>}
          <Options words={taxWords} />
        </SelectField>
        <TextField
          label="HSN code"
          hint={values.hsn ? undefined : "Left empty: as usual for the format"}
          isOptional={!values.hsn}
          inputMode="numeric"
          maxLength={10}
          {...line("hsn")}
        />
      </div>
    </div>
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

/** Two empty lines stand below the people who are there; after saving there are two again. */
function People({ values, error }: { values: BookValues; error: string | undefined }) {
  const people = peopleOf(values);
  const rows = Math.min(roomFor.people, people.length + 2);
  return (
    <fieldset aria-describedby={error ? "people-error" : "people-hint"}>
      <legend className="font-semibold">People</legend>
      <p id="people-hint" className="text-small text-quiet">
        In the order of the title page. A name that the shop has is that person; another one is new.
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
              // An empty line is not what is wrong.
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

/** The main category and up to three more. */
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
  const rows = Math.max(4, Math.min(roomFor.categories, chosen.length));
  return (
    <fieldset aria-describedby={error && "categories-error"}>
      <legend className="font-semibold">Categories</legend>
      <p className="text-small text-quiet">
        {categories.length === 0
          ? "The shop has no category yet. Leave this empty, or make one first under "
          : "The first is the main one. Type a part of its name to choose it. New ones are made under "}
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
