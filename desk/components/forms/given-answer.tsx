import { longMoment } from "#shop/kernel/dates/dates.ts";

/** The answer to a closed ticket, with its date. */
export function GivenAnswer({ answer, closedAt }: { answer: string; closedAt: string }) {
  return (
    <section aria-labelledby="answer" className="mt-6 max-w-measure">
      <h2 id="answer" className="text-title">
        {answer === "" ? "Closed without an e-mail" : "Our answer"}
      </h2>
      <p className="text-small text-quiet">{longMoment(closedAt)}</p>
      {answer !== "" && <p className="mt-2 break-words whitespace-pre-wrap">{answer}</p>}
    </section>
  );
}
