import { CopyText } from "#desk/components/copy-text.tsx";
import { Form } from "#desk/components/forms/form.tsx";
import type { Finding } from "#shop/office/back-office/finding.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import { Button } from "#ui/button.tsx";

/** How a state is called and coloured. */
export const marks: Record<Finding["state"], { words: string; className: string }> = {
  broken: { words: "Does not work", className: "text-vermilion" },
  look: { words: "Look at this", className: "text-marigold-text" },
  test: { words: "Test only", className: "text-marigold-text" },
  well: { words: "Works", className: "text-leaf" },
};

/** The self-check of the shop: a button, and its findings, the worst first. */
export function SelfCheck({ findings }: { findings: Finding[] | null }) {
  const amiss = findings?.filter(({ state }) => state === "look" || state === "broken").length ?? 0;
  const tests = findings?.filter(({ state }) => state === "test").length ?? 0;
  return (
    <section aria-labelledby="check" className="border-t border-line pt-6">
      <h2 id="check" className="text-title">
        Check the whole shop
      </h2>
      <p className="mt-1 max-w-measure text-quiet">
        Disk, backups, jobs, e-mails, money and the outside services. It takes a few seconds and changes nothing.
      </p>
      <Form method="post" action="#check" className="mt-3">
        <Button variant="outline" name="intent" value="shop.check">
          {findings ? "Check again" : "Check now"}
        </Button>
      </Form>
      {findings && (
        <div role="status" className="mt-4">
          <p className="font-semibold">
            {amiss > 0 && `${formatCount(amiss, "point needs", "points need")} attention. `}
            {tests > 0 && `${formatCount(tests, "point is", "points are")} not for readers yet.`}
            {amiss + tests === 0 && "All is well."}
          </p>
          <ul className="desk-card mt-3 divide-y divide-line">
            {(["broken", "look", "test", "well"] as const).flatMap((state) =>
              findings
                .filter((finding) => finding.state === state)
                .map(({ about, words, advice, operator, copies = {} }) => (
                  <li key={about + words} className="grid gap-x-6 px-4 py-3 sm:grid-cols-[10rem_1fr]">
                    <p className="font-semibold">{about}</p>
                    <div className="min-w-0 wrap-anywhere">
                      <span className={`font-semibold ${marks[state].className}`}>{marks[state].words}.</span> {words}
                      {advice && <span className="block text-quiet">{advice}</span>}
                      {operator && (
                        <span className="mt-1 block text-small text-quiet">
                          For the person who looks after the server: {operator}
                        </span>
                      )}
                      {Object.entries(copies).map(([name, text]) => (
                        <span key={name} className="mt-1 block text-small">
                          {name}:<CopyText name={name}>{text}</CopyText>
                        </span>
                      ))}
                    </div>
                  </li>
                )),
            )}
          </ul>
        </div>
      )}
    </section>
  );
}
