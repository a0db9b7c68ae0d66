import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { GivenStars } from "#app/components/books/stars.tsx";
import { href } from "#routing/href.ts";
import type { Testimonial } from "#shop/people/reviews/review.ts";

/** Testimonials: one in large type, the others as notes in the margin. */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const [first, ...others] = testimonials;
  if (!first) return null;
  return (
    <section aria-labelledby="readers-title" className="far-below page home-far">
      <div className="grid gap-x-16 gap-y-6 sm:gap-y-12 lg:grid-cols-12">
        <div className="self-start lg:col-span-6">
          <h2 id="readers-title" className="text-h3 text-quiet">
            From our readers
          </h2>
          <Quotation testimonial={first} isLoud />
          {testimonials.some(({ isSample }) => isSample) && (
            <p className="mt-4 text-small text-quiet">Sample reviews of the demonstration catalogue.</p>
          )}
        </div>
        <ul className="margin-notes sideways sideways-wide lg:col-span-6">
          {others.map((testimonial) => (
            <li key={testimonial.id}>
              <Quotation testimonial={testimonial} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Quotation({
  testimonial: { name, rating, body, book },
  isLoud = false,
}: {
  testimonial: Testimonial;
  isLoud?: boolean;
}) {
  return (
    <figure className={isLoud ? "mt-3 sm:mt-6" : ""}>
      <blockquote lang={detectLanguage(body)} className={isLoud ? "loud-text" : ""}>
        <p>{body}</p>
      </blockquote>
      <figcaption
        className={`flex flex-wrap items-center gap-x-3 text-quiet ${isLoud ? "mt-3 sm:mt-6" : "mt-2 text-small"}`}
      >
        <GivenStars rating={rating} />
        <span lang={detectLanguage(name)} className="font-semibold text-ink">
          {name}
        </span>
        {book && (
          <span>
            on{" "}
            <Link
              to={href("/books/:bookId", { bookId: book.id })}
              lang={detectLanguage(book.title)}
              className="link inline-block py-1 italic"
            >
              {book.title}
            </Link>
          </span>
        )}
      </figcaption>
    </figure>
  );
}
