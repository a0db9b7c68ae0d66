/** The contact page: stores a message as a ticket, and lists the other ways to reach the shop. */
import { Link } from "react-router";

import { describePage, pageTitle } from "#app/display/page-title.ts";
import { Facts } from "#app/content/blocks.tsx";
import { grievanceFacts, mailLink, phoneLink } from "#app/content/shop-facts.ts";
import { ContentOpening } from "#app/content/content-layout.tsx";
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
  const { settings } = context.get(servicesContext);
  const { seller, policies } = settings;
  context.get(documentHeadContext).graph.push(describeShop(settings));
  return {
    url: settings.publicUrl + href("/contact"),
    lead: settings.words.contact,
    ways: [
      ["E-mail", mailLink(seller.email)],
      ["Phone", `${phoneLink(seller.phone)} (${policies.supportHours})`],
      ["Post", [seller.legalName, ...seller.addressLines].join(", ")],
    ] satisfies [string, string][],
    grievance: grievanceFacts(settings),
  };
}

export function action(args: Route.ActionArgs) {
  return answerTicketForm(args, ["name", "email", "subject", "message"], parseContactMessage, sendMessage);
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [pageTitle(matches, "Contact")];
  const description = "Write to the shop, call it, or send a card: every message gets an answer.";
  return describePage(matches, { title: "Contact", description, url: loaderData.url });
}

/** Contact page: a form, and the shop's other addresses. */
export default function Contact({ loaderData: { lead, ways, grievance }, actionData }: Route.ComponentProps) {
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening
        title="Contact"
        lead={
          lead ??
          "A question about a book, a parcel or a bill? A person reads every message and answers it, usually within two working days."
        }
      >
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
          <section aria-labelledby="ways" className="prose text-body">
            <h2 id="ways">Other ways</h2>
            <Facts facts={ways} />
          </section>
          <section aria-labelledby="grievance" className="prose text-body">
            <h2 id="grievance">Complaints</h2>
            <p>
              If we haven’t put something right, write to our grievance officer. You get a ticket at once, an answer
              within 48 hours and a resolution within a month.
            </p>
            <Facts facts={grievance} />
            <p>
              You can also turn to the National Consumer Helpline: call{" "}
              <a href="tel:1915" className="link">
                1915
              </a>{" "}
              or see{" "}
              <a href="https://consumerhelpline.gov.in/" rel="noopener noreferrer" className="link">
                consumerhelpline.gov.in
              </a>
              .
            </p>
          </section>
        </div>
      </div>
    </div>
  );
}
