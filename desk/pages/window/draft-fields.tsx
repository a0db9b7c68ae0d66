/** The fields of a draft of the home page: books, sections, codes, reading lists and testimonials. */
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { BookField, WhichBook } from "#desk/components/scanning/book-field.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import type { KnownBooks } from "#desk/http/books/book-choice.ts";
import { sectionNames, type HomeSection } from "#shop/office/storefront/sections.ts";
import { maxTestimonialLength } from "#shop/people/reviews/review.ts";
import type { WindowCode, StorefrontList, StorefrontReview } from "#shop/office/storefront/storefront-facts.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import type { fieldsOf } from "./storefront-editor.tsx";
import { fieldsOfRow, readSections } from "./draft-form.ts";

interface DraftFieldsProps {
  /** The button that was just used to move a section, such as `up code`; empty for none. */
  move: string;
  codes: WindowCode[];
  lists: StorefrontList[];
  pickable: (StorefrontReview & { number: string })[];
  books: KnownBooks;
  /** Descriptions of reviews, by number. */
  reviews: Record<string, string>;
  values: Record<string, string>;
  field: ReturnType<typeof fieldsOf>["field"];
}

export function DraftFields({ move, codes, lists, pickable, books, reviews, values, field }: DraftFieldsProps) {
  const sections = readSections(values.sections ?? "");
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
  const book = (name: string) => {
    const { label, error } = field(name);
    return (
      <Fragment key={name}>
        <BookField {...{ label, name, values, books, error }} />
        <WhichBook {...{ name, values, books }} />
      </Fragment>
    );
  };
  return (
    <>
      <Part
        title="Books at the top"
        words="Enter the title, the ISBN or the last part of the web address in the shop. Readers see the first five available books as the fan at the top. The next seven are shown as the table if there is no table of the week. If you choose too few, the newest books are added."
      >
        <Row>{fieldsOfRow("featured").map(book)}</Row>
      </Part>
      <Part
        title="Recommended For You"
        words="Readers see the first two available books. If none is available, the section is hidden."
      >
        <Row>{fieldsOfRow("recommended").map(book)}</Row>
      </Part>
      <Part
        title="Sections"
        words="These sections are between the welcome at the top and the newsletter at the end. Moving a section also saves the window. A section without content is hidden, even if it is ticked."
      >
        <input type="hidden" name="sections" value={values.sections ?? ""} />
        <Sections sections={sections} move={move} values={values} />
      </Part>
      <Part
        title="The announced code"
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

/** The sections in their order, each with a box that shows it and buttons that move it. */
function Sections({ sections, move, values }: Pick<DraftFieldsProps, "move" | "values"> & { sections: HomeSection[] }) {
  return (
    <ol className="max-w-measure border-t border-line">
      {sections.map((section, place) => (
        <li key={section} className="flex items-center justify-between gap-4 border-b border-line py-1.5">
          <Checkbox name={`shown-${section}`} value="yes" defaultChecked={values[`shown-${section}`] === "yes"}>
            {sectionNames[section]}
          </Checkbox>
          <MoveButtons {...{ section, move }} isFirst={place === 0} isLast={place === sections.length - 1} />
        </li>
      ))}
    </ol>
  );
}

/** The buttons that move a section. After a move, the same button is focused again, or the other one at an end. */
function MoveButtons({
  section,
  move,
  isFirst,
  isLast,
}: {
  section: HomeSection;
  move: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  const pressed = isLast || (move.startsWith("up") && !isFirst) ? "up" : "down";
  const focused = move.endsWith(` ${section}`) ? pressed : null;
  const button = (to: "up" | "down", arrow: string) => (
    <Button
      variant="outline"
      name="move"
      value={`${to} ${section}`}
      // With the focus, a section can be moved several positions by pressing the button repeatedly.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={focused === to}
      className="aspect-square px-0!"
    >
      <span aria-hidden="true">{arrow}</span>
      <span className="sr-only">
        Move {sectionNames[section]} {to}
      </span>
    </Button>
  );
  return (
    <span className="flex shrink-0 justify-end gap-2">
      {!isFirst && button("up", "↑")}
      {isLast ? <span className="w-11" /> : button("down", "↓")}
    </span>
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
  return <div className="field-row sm:grid-cols-2 lg:grid-cols-3">{children}</div>;
}
