/** Questions and answers, with a search that filters as the reader types, or by a request without JavaScript. */
import { useEffect, useState } from "react";
import { Form } from "react-router";

import { Blocks, RichText } from "#app/content/blocks.tsx";
import { Contents, ContentOpening } from "#app/content/content-layout.tsx";
import { readFixedPage } from "#app/http/fixed-page.server.ts";
import { detectLanguage } from "#app/display/detect-language.ts";
import { describePage } from "#app/display/page-title.ts";
import { documentHeadContext, servicesContext } from "#app/http/context.ts";
import { href } from "#routing/href.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";

import type { Route } from "./+types/route";
import { describeQuestions, findMostAsked, findQuestions, groupQuestions, type Question } from "./question.ts";

const maxSearchLength = 80;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { page, url } = await readFixedPage(context.get(servicesContext), "faq");
  const groups = groupQuestions(page.sections);
  const typed = new URL(request.url).searchParams.get("q")?.trim().slice(0, maxSearchLength) ?? "";
  if (typed === "") context.get(documentHeadContext).graph.push(describeQuestions(groups));
  const { sections: _, ...opening } = page;
  return { page: opening, groups, typed, url };
}

export function meta({ loaderData: { page, typed, url }, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    ...describePage(matches, { title: page.title, description: page.description, url }),
    ...(typed === "" ? [] : [{ name: "robots", content: "noindex" }]),
  ];
}

export default function Faq({ loaderData: { page, groups, typed } }: Route.ComponentProps) {
  return <Questions key={typed} page={page} groups={groups} typed={typed} />;
}

function Questions({ page, groups, typed }: Omit<Route.ComponentProps["loaderData"], "url">) {
  const [words, setWords] = useState(typed);
  // For browsers that do not open an answer when a link leads into it.
  useEffect(() => {
    function openAnswer() {
      const answer = document.getElementById(location.hash.slice(1));
      const folded = answer?.closest("details:not([open])");
      folded?.setAttribute("open", "");
      if (folded) answer?.scrollIntoView();
    }
    openAnswer();
    addEventListener("hashchange", openAnswer);
    return () => removeEventListener("hashchange", openAnswer);
  }, []);
  const found = findQuestions(groups, words);
  const entries = found.flatMap(({ id, heading }) => (heading === null ? [] : [{ id, heading }]));
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="page pt-8 lg:pt-12">
      <ContentOpening title={page.title} lead={page.lead}>
        {page.updated && <p className="mt-4 text-small text-quiet">Last updated: {page.updated}</p>}
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
        {words.trim() === "" && <MostAsked questions={findMostAsked(groups)} />}
      </ContentOpening>
      <div className="mt-6 gap-x-16 lg:mt-10 lg:grid lg:grid-cols-12">
        {entries.length > 0 && <Contents entries={entries} />}
        <div className="lg:col-span-8">
          {count === 0 && words.trim() !== "" && <NothingFound words={words} />}
          {found.map(({ id, heading, opening, questions }) => (
            <section key={id} aria-labelledby={heading === null ? undefined : id} className="not-first:mt-10">
              {heading !== null && (
                <h2 id={id} className="mb-3 scroll-mt-6 text-h2" lang={detectLanguage(heading)}>
                  {heading}
                </h2>
              )}
              {opening.length > 0 && (
                <div className="prose mb-4">
                  <Blocks blocks={opening} />
                </div>
              )}
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

/** Links to the questions that most readers have. */
function MostAsked({ questions }: { questions: Question[] }) {
  if (questions.length === 0) return null;
  return (
    <nav aria-labelledby="most-asked" className="content-not-printed">
      <h2 id="most-asked" className="text-h3">
        Most asked
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-8">
        {questions.map(({ id, question }) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-flex min-h-11 items-center" lang={detectLanguage(question)}>
              {question}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A question that opens to its answer. The id is inside, because browsers then open it for a link to it. */
function Answered({ id, question, answer, isOpen }: Question & { isOpen: boolean }) {
  return (
    <details className="question fold" open={isOpen}>
      <summary>
        <h3 lang={detectLanguage(question)}>{question}</h3>
      </summary>
      <div id={id} className="prose">
        <Blocks blocks={answer} />
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
