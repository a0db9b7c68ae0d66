/** Renders the blocks of a content page: paragraphs, headings, lists, tables and facts. */
import type { ReactNode } from "react";
import { Link } from "react-router";

import { detectLanguage } from "#app/display/detect-language.ts";
import { plainText, splitLinks, type Block, type Inline, type Text } from "./content-page.ts";
import { Unbroken } from "./unbroken.tsx";

export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, place) => <OneBlock key={place} block={block} />);
}

/** Text with links; pieces also have bold and italic words. */
export function RichText({ text }: { text: Text }) {
  if (typeof text !== "string") return text.map((one, place) => <Piece key={place} piece={one} />);
  return splitLinks(text).map(({ words, to }, place) =>
    to === null ? (
      <Unbroken key={place} text={words} />
    ) : (
      <TextLink key={place} to={to}>
        {words}
      </TextLink>
    ),
  );
}

function Piece({ piece }: { piece: Inline }) {
  if (piece === "\n") return <br />;
  if (typeof piece === "string") return <Unbroken text={piece} />;
  if ("to" in piece) {
    return (
      <TextLink to={piece.to}>
        <RichText text={piece.words} />
      </TextLink>
    );
  }
  if ("strong" in piece) {
    return (
      <strong>
        <RichText text={piece.strong} />
      </strong>
    );
  }
  return (
    <em>
      <RichText text={piece.emphasis} />
    </em>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return to.startsWith("/") ? (
    <Link to={to} className="link">
      {children}
    </Link>
  ) : (
    <a href={to} className="link" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function OneBlock({ block }: { block: Block }) {
  if (typeof block === "string" || Array.isArray(block)) {
    return (
      <p lang={languageOf(block)}>
        <RichText text={block} />
      </p>
    );
  }
  if ("heading" in block) {
    return (
      <h3 id={block.id} lang={languageOf(block.heading)}>
        <RichText text={block.heading} />
      </h3>
    );
  }
  if ("table" in block) return <Table {...block.table} />;
  if ("facts" in block) return <Facts facts={block.facts} />;
  if ("list" in block) return <ul>{listItems(block.list)}</ul>;
  return <ol start={block.start}>{listItems(block.steps)}</ol>;
}

function listItems(items: Text[]) {
  return items.map((text, place) => (
    <li key={place} lang={languageOf(text)}>
      <RichText text={text} />
    </li>
  ));
}

function languageOf(text: Text) {
  return detectLanguage(plainText(text));
}

/** Names with values, such as the seller's address. */
export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <RichText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Heading of a table row; the first line is its name, the second an explanation. */
function RowHeading({ text }: { text: string }) {
  const [name = "", more] = text.split("\n");
  return (
    <th scope="row">
      <RichText text={name} />
      {more && <span className="block font-normal">{more}</span>}
    </th>
  );
}

/** Table; on a phone each row is a card whose cells repeat the heading of their column. */
function Table({ caption, headings, rows }: { caption: string; headings: string[]; rows: string[][] }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...rest]) => (
          <tr key={first}>
            <RowHeading text={first} />
            {rest.map((cell, column) => (
              <td key={headings[column + 1]} data-heading={headings[column + 1]}>
                <RichText text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
