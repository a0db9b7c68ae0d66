/** The page on which readers request a book that the shop does not have; a request becomes a ticket. */
import { lazy, Suspense } from "react";

import { ContentOpening } from "#app/content/content-layout.tsx";
import { Unbroken } from "#app/content/unbroken.tsx";
import { describePage } from "#app/display/page-title.ts";
import { answerTicketForm } from "#app/http/answer-ticket-form.server.ts";
import { setRequestedBook } from "#app/http/requested-book.server.ts";
import { servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { parseBookRequest } from "#shop/people/correspondence/book-request.ts";
import { requestBook } from "#shop/people/correspondence/book-requests.server.ts";

import type { Route } from "./+types/route";

const title = "Ask us for a book";
/** A chunk of its own, because the search page loads it lazily and first visits should not include it. */
const BookRequestForm = lazy(() => import("#app/components/forms/book-request-form.tsx"));

export function loader({ context }: Route.LoaderArgs) {
  return { url: context.get(servicesContext).settings.publicUrl + href("/ask-for-a-book") };
}

export async function action(args: Route.ActionArgs) {
  const asked = { title: "", author: "" };
  const answer = await answerTicketForm(
    args,
    ["title", "author", "isbn", "email"],
    parseBookRequest,
    (services, request) => {
      Object.assign(asked, { title: request.title || request.isbn, author: request.author });
      return requestBook(services, request);
    },
  );
  if (answer instanceof Response) setRequestedBook(answer.headers, args.request, asked);
  return answer;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const description = "A book that is not on our shelves? Tell us its title or its ISBN, and we look for it.";
  return describePage(matches, { title, description, url: loaderData!.url });
}

/** Page on which readers request a book that the shop does not have. */
export default function AskForABook({ actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening
        title={title}
        lead="A book that is not on our shelves? Tell us which, and a person looks for it: with publishers, with distributors, and in the back room."
      />
      <div className="mt-6 gap-x-16 lg:mt-12 lg:grid lg:grid-cols-12">
        <section aria-labelledby="which" className="lg:col-span-8">
          <h2 id="which" className="text-h2">
            Which book?
          </h2>
          <div className="mt-6 max-w-measure">
            <Suspense>
              <BookRequestForm answer={actionData} />
            </Suspense>
          </div>
        </section>
        <div className="max-lg:mt-14 lg:col-span-4">
          <section aria-labelledby="then" className="prose text-body">
            <h2 id="then">What happens then</h2>
            <ol>
              <li>
                <Unbroken text="You get a ticket at once, here and by e-mail." />
              </li>
              <li>
                A person looks for the book and answers, usually within two working days. If we cannot get it, we tell
                you that too.
              </li>
              <li>When we can get it, the answer says when and for how much. You decide then.</li>
            </ol>
          </section>
          <section aria-labelledby="isbn-place" className="prose text-body">
            <h2 id="isbn-place">Where the ISBN is</h2>
            <p>
              On the back of the book, above the barcode: 13 digits that begin with 978 or 979, or 10 in an older book.
              With it we know which edition you mean.
            </p>
          </section>
        </div>
      </div>
    </div>
  );
}
