import { readFile } from "node:fs/promises";

import type { LoaderFunctionArgs, MetaDescriptor } from "react-router";
import { useLoaderData } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { findBookCard } from "#shop/catalogue/books/lists.server.ts";
import { colourPairs, contrastOf, readColours } from "./colour-tokens.ts";

import { ColoursChapter } from "./colours.tsx";
import { ButtonsChapter, FieldsChapter } from "./controls.tsx";
import { CoversChapter, EndpapersChapter } from "./covers.tsx";
import { MarksChapter, MessagesChapter } from "./messages.tsx";
import { MotionChapter } from "./motion.tsx";
import { SpaceChapter, TypeChapter } from "./type-and-space.tsx";

import "./design.css";

const chapters = [
  "colours",
  "type",
  "space",
  "covers",
  "endpapers",
  "buttons",
  "fields",
  "messages",
  "marks",
  "motion",
];

/** Books of the demonstration catalogue that cover the edge cases of a card. */
const shown = [
  { name: "with everything", id: "foundation-and-empire" },
  { name: "a long title", id: "twenty-love-poems-and-a-song-of-despair" },
  { name: "in Hindi", id: "raag-darbari" },
  { name: "sold out", id: "in-custody" },
];

export async function loader({ context }: LoaderFunctionArgs) {
  const { db } = context.get(servicesContext);
  const tokens = await readFile("ui/tokens.css", "utf8");
  const light = readColours(tokens, "@theme");
  const dark = { ...light, ...readColours(tokens, "prefers-color-scheme: dark") };
  const cards = await Promise.all(shown.map(async ({ name, id }) => ({ name, book: await findBookCard(db, id) })));
  return {
    light,
    dark,
    pairs: colourPairs.map((pair) => ({ ...pair, light: contrastOf(pair, light), dark: contrastOf(pair, dark) })),
    books: cards.flatMap(({ name, book }) => (book ? [{ name, book }] : [])),
  };
}

export function meta(): MetaDescriptor[] {
  return [{ title: "The design system" }, { name: "robots", content: "noindex" }];
}

/** Style guide: every component in every state. `routes.ts` excludes it from production builds. */
export default function Design() {
  const { light, dark, pairs, books } = useLoaderData<typeof loader>();
  return (
    <div className="page pt-8 lg:pt-12">
      <h1 className="text-h1">The design system</h1>
      <p className="mt-3 max-w-measure text-lead text-quiet">
        Everything the pages are made of, in every state. The reasons are in docs/design.md.
      </p>
      <nav aria-label="On this page" className="mt-6 mb-10">
        <ul className="flex flex-wrap gap-x-7">
          {chapters.map((chapter) => (
            <li key={chapter}>
              <a href={`#${chapter}`} className="link inline-flex min-h-11 items-center">
                {chapter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ColoursChapter light={light} dark={dark} pairs={pairs} />
      <TypeChapter />
      <SpaceChapter />
      <CoversChapter books={books} />
      <EndpapersChapter />
      <ButtonsChapter />
      <FieldsChapter />
      <MessagesChapter />
      <MarksChapter />
      <MotionChapter />
    </div>
  );
}
