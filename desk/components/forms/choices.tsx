import { Link } from "react-router";

/** Row of links that choose the visible part of a list; the chosen one is marked. */
export function Choices({
  label,
  choices,
}: {
  label: string;
  choices: { words: string; to: string; isChosen: boolean }[];
}) {
  return (
    <nav aria-label={label} className="mt-2 flex flex-wrap gap-x-5 border-b border-line">
      {choices.map(({ words, to, isChosen }) => (
        <Link
          key={to}
          to={to}
          aria-current={isChosen ? "page" : undefined}
          className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent hover:text-action aria-[current=page]:border-b-marigold aria-[current=page]:font-semibold"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
