import { ButtonLink, buttonClass } from "#ui/button.tsx";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { OpeningStep } from "./describe-steps.ts";
import { findNextStep } from "./find-next-step.ts";

/** The steps that lead to an open shop: first what is left, then what is done. */
export function OpeningSteps({ steps }: { steps: OpeningStep[] }) {
  const left = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  const next = findNextStep(left);
  const minutes = left.reduce((sum, step) => sum + step.minutes, 0);
  return (
    <section aria-labelledby="open-your-shop" className="mt-3 mb-8">
      <h2 id="open-your-shop" className="text-title">
        Open your shop
      </h2>
      <p className="mt-1 max-w-measure text-quiet">
        {`${done.length} of ${formatCount(steps.length, "step")} done, about ${formatCount(minutes, "minute")} left. Readers see that the shop opens soon.`}
      </p>
      <progress className="desk-progress mt-3" max={steps.length} value={done.length} aria-label="Steps done" />
      <ol className="desk-card mt-4 divide-y divide-line overflow-hidden">
        {left.map((step) => (
          <Step key={step.id} step={step} number={steps.indexOf(step) + 1} isNext={step.id === next?.id} />
        ))}
      </ol>
      {done.length > 0 && (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 items-center font-semibold text-action">
            {formatCount(done.length, "step")} done
          </summary>
          <ul className="desk-card mt-1 divide-y divide-line overflow-hidden">
            {done.map((step) => (
              <Step key={step.id} step={step} number={steps.indexOf(step) + 1} isNext={false} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The steps that are left in an open shop, folded. */
export function LeftSteps({ steps }: { steps: OpeningStep[] }) {
  return (
    <details className="mt-3 mb-4">
      <summary className="inline-flex min-h-11 max-w-measure items-center font-semibold text-action">
        Not ready for readers yet: {steps.map(({ title }) => title).join("; ")}
      </summary>
      <ul className="desk-card mt-1 divide-y divide-line overflow-hidden">
        {steps.map((step, place) => (
          <Step key={step.id} step={step} number={place + 1} isNext={false} />
        ))}
      </ul>
    </details>
  );
}

interface StepProps {
  step: OpeningStep;
  number: number;
  /** Whether it is the one to do next. */
  isNext: boolean;
}

function Step({ step: { id, title, words, minutes, isDone, at }, number, isNext }: StepProps) {
  const name = <span className="sr-only">{title}</span>;
  return (
    <li id={`step-${id}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span
        aria-hidden="true"
        className={`grid size-8 flex-none place-content-center rounded-full border font-semibold tabular-nums max-sm:self-start ${isNext ? "border-action bg-action text-on-action" : isDone ? "border-leaf text-leaf" : "border-edge text-quiet"}`}
      >
        {isDone ? "✓" : number}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          {title}
          <span className="ml-2 text-small font-normal whitespace-nowrap text-quiet">
            {isDone ? "done" : formatCount(minutes, "minute")}
          </span>
        </p>
        <p className="max-w-measure text-small text-quiet wrap-anywhere">{words}</p>
      </div>
      {at &&
        (at.page.startsWith("/") ? (
          <ButtonLink to={at.page} variant={isNext ? "primary" : "outline"} className="max-sm:ml-12 sm:min-w-34">
            {at.label}
            {name}
          </ButtonLink>
        ) : (
          <a
            href={at.page}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass(isNext ? "primary" : "outline")} max-sm:ml-12 sm:min-w-34`}
          >
            {at.label}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ))}
    </li>
  );
}
