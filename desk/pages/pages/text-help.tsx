import { Button } from "#ui/button.tsx";
import { changeText, selectedText } from "#desk/components/forms/change-text.ts";
import { useIsScripted } from "#desk/components/forms/use-is-scripted.ts";

const signs: [typed: string, shows: string][] = [
  ["## Heading", "a heading; ### for a smaller one"],
  ["## Heading {#terms}", "the same, for links such as /returns#terms"],
  ["**bold** and *italic*", "bold and italic words"],
  ["- one", "a list, each point in a line; 1. for numbers"],
  ["[our terms](/terms-of-service)", "a link to a page of the shop, or to https://…"],
];

const fieldsId = "text-fields";

/** Opens the list of fields, with the focus on its heading. */
export function openTextFields(): void {
  const list = document.querySelector<HTMLDetailsElement>(`#${fieldsId}`);
  if (!list) return;
  list.open = true;
  list.querySelector("summary")?.focus();
}

interface TextHelpProps {
  /** The fields, each with what it shows now; null if it shows nothing at the moment. */
  fields: { name: string; about: string; now: string | null }[];
}

/** How a text is written, and the fields that can be in it. */
export function TextHelp({ fields }: TextHelpProps) {
  const isScripted = useIsScripted();
  const insert = (button: HTMLElement, name: string) => {
    const area = button.closest("form")?.querySelector<HTMLTextAreaElement>("textarea[name=text]");
    if (!area) return;
    const { from, to } = selectedText(area);
    const words = `{${name}}`;
    changeText(area, { from, to, words, select: [from + words.length, from + words.length] });
  };
  return (
    <div className="-mt-2">
      <details>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">How to write it</summary>
        <dl className="mt-1 grid gap-x-4 gap-y-1 text-small sm:grid-cols-[auto_1fr]">
          <dt>An empty line</dt>
          <dd className="text-quiet">a new paragraph</dd>
          {signs.map(([typed, shows]) => (
            <div key={typed} className="contents">
              <dt>
                <code>{typed}</code>
              </dt>
              <dd className="text-quiet max-sm:mb-1">{shows}</dd>
            </div>
          ))}
        </dl>
      </details>
      <details id={fieldsId}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-action">
          Fields: what the shop fills in
        </summary>
        <p className="max-w-measure text-small text-quiet">
          A field such as {"{days to return}"} always shows what the settings say now. Lists need a line of their own.
        </p>
        <ul className="mt-2 border-t border-line">
          {fields.map(({ name, about, now }) => (
            <li key={name} className="flex items-start gap-x-4 border-b border-line py-1.5 text-small">
              <span className="min-w-0 flex-1">
                <code className="font-semibold">{`{${name}}`}</code>
                <span className="block text-quiet">
                  {about}
                  {now !== null && `: ${now}`}
                </span>
              </span>
              {isScripted && (
                <Button type="button" variant="outline" onClick={({ currentTarget }) => insert(currentTarget, name)}>
                  Insert<span className="sr-only"> {`{${name}}`}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
