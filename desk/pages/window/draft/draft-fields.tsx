/** The fields of a draft of the home page: books, sections, codes, reading lists and testimonials. */
import type { ReactNode } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { BookSlots } from "#desk/components/picking/book-slots.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { KnownBooks, PickableBook } from "#desk/http/books/book-choice.ts";
import { sectionNames } from "#shop/office/storefront/sections.ts";
import { maxTestimonialLength } from "#shop/people/reviews/review.ts";
import { maxWelcome } from "#shop/office/storefront/storefront.ts";
import type { WindowCode, StorefrontList, StorefrontReview } from "#shop/office/storefront/storefront-facts.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import type { fieldsOf } from "#desk/pages/window/storefront-editor.tsx";
import { fieldsOfRow } from "./draft-form.ts";
import { SectionsField } from "./sections-field.tsx";

interface DraftFieldsProps {
  /** The words at the top, where the window has none. */
  usual: { title: string; line: string };
  /** The button that was just used without scripts to move a section, such as `up code`; empty for none. */
  move: string;
  codes: WindowCode[];
  lists: StorefrontList[];
  pickable: (StorefrontReview & { number: string })[];
  books: KnownBooks;
  /** The chosen books with their covers, by the text that names each. */
  chosen: Record<string, PickableBook>;
  /** Error texts by field name. */
  errors: Record<string, string> | undefined;
  /** Descriptions of reviews, by number. */
  reviews: Record<string, string>;
  values: Record<string, string>;
  field: ReturnType<typeof fieldsOf>["field"];
}

/** Where home shows the books at the top, by the place of the first. */
const featuredGroups = {
  0: "The five covers at the top; the first is the large one",
  5: "On the table, if there is no table of the week",
};

export function DraftFields(props: DraftFieldsProps) {
  const { usual, move, codes, lists, pickable, books, chosen, errors, reviews, values, field } = props;
  const testimonial = (name: string) => {
    const chosen = values[name] ?? "";
    const fitting = pickable.flatMap(({ number, length }) => (length <= maxTestimonialLength ? [number] : []));
    return (
      <SelectField key={name} {...field(name)} autoComplete={undefined}>
        <option value="">None</option>
        {[...new Set([...fitting, ...(chosen === "" ? [] : [chosen])])].map((number) => (
          <option key={number} value={number}>
            {reviews[number] ?? `Review ${number}`}
          </option>
        ))}
      </SelectField>
    );
  };
  const row = (part: "featured" | "recommended") =>
    fieldsOfRow(part).map((name) => ({ name, label: field(name).label ?? name }));
  return (
    <>
      <Part title="Words at the top" words="The rule of delivery follows them.">
        <div className="grid gap-4">
          <TextField
            {...field("welcomeTitle")}
            hint={`Left empty: “${usual.title}”`}
            maxLength={maxWelcome.welcomeTitle}
          />
          <TextArea
            {...field("welcomeLine")}
            hint={`Left empty: “${usual.line}”, as under Settings`}
            rows={2}
            maxLength={maxWelcome.welcomeLine}
          />
        </div>
      </Part>
      <BookSlots
        key="featured"
        title="Books at the top"
        words="A book that cannot be bought gives way to the next one. If you choose too few, the newest books are added."
        fields={row("featured")}
        groups={featuredGroups}
        {...{ values, books, chosen, errors }}
      />
      <BookSlots
        key="recommended"
        title="Recommended For You"
        words="Readers see the first two that can be bought. If there is none, the section is hidden."
        fields={row("recommended")}
        {...{ values, books, chosen, errors }}
      />
      <SectionsField {...{ values, move }} />
      <Part
        title={sectionNames.code}
        words={
          <>
            The home page announces the newest ticked code that is valid. You set the discount of a code under{" "}
            <Link className="link" to={deskHref("/offers")}>
              Offers
            </Link>
            .
          </>
        }
      >
        {codes.length === 0 ? (
          <p>No code is valid now, and none is planned.</p>
        ) : (
          codes.map(({ code, name, isStarted, isOver }) => (
            <Checkbox key={code} name={`code-${code}`} value="yes" defaultChecked={values[`code-${code}`] === "yes"}>
              <span className="font-semibold">{code}</span> <span lang={detectLanguage(name)}>{name}</span>
              {isOver ? ", which has ended" : !isStarted && ", which has not begun"}
            </Checkbox>
          ))
        )}
      </Part>
      <Part
        title={sectionNames.lists}
        words="The home page shows three. If you choose fewer, the next ones in their usual order are added."
      >
        <Row>
          {fieldsOfRow("list").map((name) => (
            <SelectField key={name} {...field(name)} autoComplete={undefined}>
              <option value="">The next in order</option>
              {lists.map(({ id, title, shown }) => (
                <option key={id} value={id}>
                  {title}
                  {shown === 0 && " (readers see no book)"}
                </option>
              ))}
            </SelectField>
          ))}
        </Row>
      </Part>
      <Part
        title={sectionNames.testimonials}
        words="Testimonials are chosen from the newest good reviews of your readers; the first one is shown large. A testimonial is always the reader’s own text and name. If the review is hidden, changed or erased later, it disappears from the home page at once."
      >
        <Row>{fieldsOfRow("testimonial").map(testimonial)}</Row>
        {pickable.length > 0 && <NewestReviews reviews={pickable} />}
      </Part>
    </>
  );
}

function NewestReviews({ reviews }: { reviews: DraftFieldsProps["pickable"] }) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center font-semibold text-action">The newest good reviews</summary>
      <ul className="border-t border-line">
        {reviews.map(({ number, name, book, rating, words, length }) => (
          <li key={number} className="border-b border-line py-2 break-words">
            <span className="font-semibold">{name}</span>
            {book && (
              <>
                {" "}
                on <span lang={detectLanguage(book)}>{book}</span>
              </>
            )}
            , {rating} of 5 stars, {length.toLocaleString("en-IN")} characters.{" "}
            <span lang={detectLanguage(words)}>{words}</span>
            {words.length < length && "…"}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Part({ title, words, children }: { title: string; words: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-left text-title font-semibold">{title}</legend>
      <p className="clear-both mb-3 max-w-measure pt-1 text-quiet">{words}</p>
      {children}
    </fieldset>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="field-row sm:grid-cols-2">{children}</div>;
}
