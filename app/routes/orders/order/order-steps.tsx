import { htmlTime } from "#app/display/html-time.ts";
import { shortDay } from "#shop/kernel/dates/dates.ts";

/** The way of an order, each step with its time once it is done: a column on a phone, a row on a wider screen. */
export function Steps({ steps }: { steps: { label: string; at: string | undefined }[] }) {
  const last = steps.findLastIndex((step) => step.at);
  return (
    <ol className="order-steps">
      {steps.map((step, place) => (
        <li
          key={step.label}
          aria-current={place === last ? "step" : undefined}
          className={step.at ? "is-done" : "text-quiet"}
        >
          <span className="font-semibold">{step.label}</span>
          {step.at && (
            <time dateTime={htmlTime(step.at)} className="figures text-small text-quiet">
              {shortDay(step.at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
