import { starPath } from "#app/components/books/rating.tsx";

const stars = [1, 2, 3, 4, 5];

/** Radio buttons for one to five stars; the stars up to the chosen one are filled. */
export function StarChoice({ chosen, error }: { chosen: number | undefined; error: string | undefined }) {
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && "stars-error"}
      className="w-fit outline-none"
    >
      <legend className="font-semibold">How many stars?</legend>
      <div className="mt-1 -ml-1.5 flex">
        {stars.map((count) => (
          <label
            key={count}
            className="grid w-13 cursor-pointer justify-items-center rounded-sm fill-transparent stroke-edge py-1.5 has-checked:fill-marigold has-checked:stroke-marigold has-focus-visible:outline-2 has-focus-visible:outline-action [&:has(~label_:checked)]:fill-marigold [&:has(~label_:checked)]:stroke-marigold"
          >
            <input
              type="radio"
              name="rating"
              value={count}
              required
              defaultChecked={count === chosen}
              className="sr-only"
            />
            <svg viewBox="-1 -1 22 22" width="36" height="36" strokeWidth="1.25" aria-hidden="true">
              <path d={starPath} />
            </svg>
            <span className="figures text-small">
              {count}
              <span className="sr-only">{count === 1 ? " star" : " stars"}</span>
            </span>
          </label>
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between text-small text-quiet">
        <span>Not for me</span>
        <span>A joy</span>
      </p>
      {error && (
        <p id="stars-error" className="mt-1.5 text-small font-semibold text-vermilion">
          {error}
        </p>
      )}
    </fieldset>
  );
}
