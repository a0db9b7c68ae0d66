/** Questions and answers, with a search that filters as the reader types, or by a request without JavaScript. */
import { useEffect, useState } from "react";
import { Form } from "react-router";

import { RichText } from "#app/content/blocks.tsx";
import { Contents, ContentOpening } from "#app/content/content-layout.tsx";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { listBundles } from "#shop/catalogue/books/bundles.server.ts";
import { chooseProvider } from "#shop/sales/orders/placing/choose-provider.ts";
import { nameMethods } from "#shop/sales/payments/provider-names.ts";
import { findAnnouncedPromotion } from "#shop/sales/pricing/promotions.server.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import type { Route } from "./+types/route";
import { writeAboutBuying } from "./about-buying.ts";
import { writeAboutDelivery } from "./about-delivery.ts";
import { writeAboutPaying } from "./about-paying.ts";
import { writeAboutYou } from "./about-you.ts";
import { describeQuestions, findQuestions, type Question } from "./question.ts";

const maxSearchLength = 80;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, settings, paymentProviders, now } = context.get(servicesContext);
  const [promotion, bundles] = await Promise.all([findAnnouncedPromotion(db, now()), listBundles(db, now())]);
  const offers = {
    methods: nameMethods(chooseProvider(paymentProviders).id),
    promotion,
    bundlePercents: bundles.map(({ percentOff }) => percentOff),
  };
  const typed = new URL(request.url).searchParams.get("q")?.trim().slice(0, maxSearchLength) ?? "";
  const groups = [writeAboutBuying, writeAboutPaying, writeAboutDelivery, writeAboutYou].map((write) =>
    write(settings, offers),
  );
  if (typed === "") context.get(documentHeadContext).graph.push(describeQuestions(groups));
  return { groups, typed, url: settings.publicUrl + href("/faq") };
}

export function meta({ loaderData: { typed, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const description = "Ordering, paying, delivery, returns and your data: short answers, all of them true.";
  return [
    ...describePage(matches, { title: "Frequently asked questions", description, url }),
    ...(typed === "" ? [] : [{ name: "robots", content: "noindex" }]),
  ];
}

export default function Faq({ loaderData: { groups, typed } }: Route.ComponentProps) {
  return <Questions key={typed} groups={groups} typed={typed} />;
}

function Questions({ groups, typed }: Pick<Route.ComponentProps["loaderData"], "groups" | "typed">) {
  const [words, setWords] = useState(typed);
  // For browsers that do not open an answer when a link leads into it.
  useEffect(() => {
    const answered = document.getElementById(location.hash.slice(1))?.closest("details");
    if (answered) answered.open = true;
  }, []);
  const found = findQuestions(groups, words);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening
        title="Frequently asked questions"
        lead="What readers ask us most. If yours is not here, a person answers on the contact page."
      >
        <Form
          action={href("/faq")}
          role="search"
          aria-label="Search the questions"
          className="content-not-printed mt-7"
        >
          <div className="flex max-w-measure items-end gap-3">
            <div className="min-w-0 flex-1">
              <TextField
                label="Search the questions"
                type="search"
                name="q"
                maxLength={maxSearchLength}
                autoComplete="off"
                value={words}
                onChange={(event) => setWords(event.currentTarget.value)}
              />
            </div>
            <Button>Search</Button>
          </div>
          <p role="status" className="mt-2 min-h-6 text-small text-quiet">
            {words.trim() !== "" && formatCount(count, "answer")}
          </p>
        </Form>
      </ContentOpening>
      <div className="mt-6 gap-x-16 lg:mt-10 lg:grid lg:grid-cols-12">
        {count > 0 && <Contents entries={found} />}
        <div className="lg:col-span-8">
          {count === 0 && <NothingFound words={words} />}
          {found.map(({ id, heading, questions }) => (
            <section key={id} aria-labelledby={id} className="not-first:mt-10">
              <h2 id={id} className="mb-3 scroll-mt-6 text-h2">
                {heading}
              </h2>
              {questions.map((question) => (
                <Answered key={question.id} {...question} isOpen={words.trim() !== ""} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** A question that opens to its answer. The id is inside, because browsers then open it for a link to it. */
function Answered({ id, question, answer, isOpen }: Question & { isOpen: boolean }) {
  return (
    <details className="question fold" open={isOpen}>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div id={id} className="prose">
        {answer.map((paragraph) => (
          <p key={paragraph}>
            <RichText text={paragraph} />
          </p>
        ))}
      </div>
    </details>
  );
}

function NothingFound({ words }: { words: string }) {
  return (
    <div className="prose">
      <h2>No answer has “{words.trim()}” in it</h2>
      <p>
        <RichText text="Try another word, or [ask a person](/contact): every message gets an answer." />
      </p>
    </div>
  );
}
