import { Link } from "react-router";

/** A choice that leads to another address, or changes what the page shows. */
type Choice = { words: string; isChosen: boolean } & ({ to: string } | { onChoose: () => void });

interface ChoicesProps {
  label: string;
  choices: Choice[];
  className?: string;
}

/** Row of choices of what is shown, as in a list or a preview; the chosen one is marked. */
export function Choices({ label, choices, className = "" }: ChoicesProps) {
  const areLinks = choices.some((choice) => "to" in choice);
  const Row = areLinks ? "nav" : "fieldset";
  return (
    <Row aria-label={label} className={`mt-2 flex flex-wrap gap-x-5 border-b border-line ${className}`}>
      {choices.map(({ words, isChosen, ...choice }) =>
        "to" in choice ? (
          <Link key={words} to={choice.to} aria-current={isChosen ? "page" : undefined} className={choiceClass}>
            {words}
          </Link>
        ) : (
          <button key={words} type="button" aria-pressed={isChosen} onClick={choice.onChoose} className={choiceClass}>
            {words}
          </button>
        ),
      )}
    </Row>
  );
}

const choiceClass =
  "-mb-px inline-flex min-h-11 min-w-11 items-center border-b-2 border-transparent hover:text-action aria-[current=page]:border-b-marigold aria-[current=page]:font-semibold aria-pressed:border-b-marigold aria-pressed:font-semibold";
