/** The contact page: stores a message as a ticket, and lists the other ways to reach the shop. */
import { Link } from "react-router";

import { describePage, pageTitle } from "#app/display/page-title.ts";
import { ContentOpening, Sections } from "#app/content/content-layout.tsx";
import { readFixedPage } from "#app/http/fixed-page.server.ts";
import { answerTicketForm } from "#app/http/answer-ticket-form.server.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { describeShop } from "#app/structured-data/shop.ts";
import { href } from "#routing/href.ts";
import { parseContactMessage } from "#shop/people/correspondence/contact-message.ts";
import { sendMessage } from "#shop/people/correspondence/contact.server.ts";

import type { Route } from "./+types/route";
import { ContactForm } from "./contact-form.tsx";

/** Pages that answer most messages at once. */
const answers = [
  { to: `${href("/faq")}#track`, label: "Where is my parcel?" },
  { to: `${href("/faq")}#cancel`, label: "Cancel an order" },
  { to: href("/returns"), label: "Return a book" },
  { to: href("/ask-for-a-book"), label: "Ask for a book we do not have" },
];

export function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  context.get(documentHeadContext).graph.push(describeShop(services.settings));
  return readFixedPage(services, "contact");
}

export function action(args: Route.ActionArgs) {
  return answerTicketForm(args, ["name", "email", "subject", "message"], parseContactMessage, sendMessage);
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [pageTitle(matches, "Contact")];
  const { page, url } = loaderData;
  return describePage(matches, { title: page.title, description: page.description, url });
}

/** Contact page: a form, and the shop's other addresses. */
export default function Contact({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening title={page.title} lead={page.lead}>
        <nav aria-label="Answers at once" className="mt-4">
          <ul className="flex flex-wrap gap-x-6">
            {answers.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="link inline-flex min-h-11 items-center">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </ContentOpening>
      <div className="mt-6 gap-x-16 lg:mt-12 lg:grid lg:grid-cols-12">
        <section aria-labelledby="write" className="lg:col-span-8">
          <h2 id="write" className="text-h2">
            Write to us
          </h2>
          <ContactForm answer={actionData} />
        </section>
        <div className="max-lg:mt-14 lg:col-span-4">
          <Sections sections={page.sections} areBesideForm />
        </div>
      </div>
    </div>
  );
}
