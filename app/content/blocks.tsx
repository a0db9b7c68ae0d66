/** Renders the blocks of a content page: paragraphs, lists, tables and facts. */
import { Link } from "react-router";

import { splitLinks, type Block } from "./content-page.ts";
import { Unbroken } from "./unbroken.tsx";

export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, place) => <OneBlock key={place} block={block} />);
}

/** Text whose `[words](/path)` are links. */
export function RichText({ text }: { text: string }) {
  return splitLinks(text).map(({ words, to }, place) =>
    to === null ? (
      <Unbroken key={place} text={words} />
    ) : to.startsWith("/") ? (
      <Link key={place} to={to} className="link">
        {words}
      </Link>
    ) : (
      <a key={place} href={to} className="link" rel="noopener noreferrer">
        {words}
      </a>
    ),
  );
}

function OneBlock({ block }: { block: Block }) {
  if (typeof block === "string") {
    return (
      <p>
        <RichText text={block} />
      </p>
    );
  }
  if ("table" in block) return <Table {...block.table} />;
  if ("facts" in block) return <Facts facts={block.facts} />;
  const List = "steps" in block ? "ol" : "ul";
  return (
    <List>
      {("steps" in block ? block.steps : block.list).map((text) => (
        <li key={text}>
          <RichText text={text} />
        </li>
      ))}
    </List>
  );
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
