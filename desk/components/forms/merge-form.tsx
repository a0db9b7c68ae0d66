import { detectLanguage } from "#app/display/detect-language.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Form } from "./form.tsx";

interface MergeFormProps {
  /** The question, such as "The same person twice?". */
  heading: string;
  /** What a merge does to the chosen entry, in sentences. */
  explanation: string;
  label: string;
  hint: string;
  /** The search text; null before the first search. */
  text: string | null;
  /** The search results, without the entry that the page edits. */
  found: { id: string; name: string; about: string }[];
  /** The intent of the button that merges. */
  intent: string;
  /** The entry that the page edits: the name of the hidden field for its id, its id and its name. */
  own: { field: string; id: string; name: string };
}

/**
 * Searches for duplicates of the author, series, category or work that the page edits, and merges a found one with it.
 */
export function MergeForm({ heading, explanation, label, hint, text, found, intent, own }: MergeFormProps) {
  return (
    <section aria-labelledby="join">
      <h2 id="join" className="text-title">
        {heading}
      </h2>
      <p className="mt-2 max-w-measure text-quiet">{explanation}</p>
      <Form method="get" className="field-row mt-3 max-w-measure sm:grid-cols-[1fr_auto]">
        <TextField
          key={text}
          label={label}
          hint={hint}
          name="join"
          autoComplete="off"
          maxLength={200}
          defaultValue={text ?? ""}
        />
        <p>
          <Button variant="outline">Find</Button>
        </p>
      </Form>
      {text !== null && found.length === 0 && (
        <p className="mt-3 wrap-anywhere">No other one was found for “{text}”.</p>
      )}
      {found.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {found.map(({ id, name, about }) => (
            <li key={id} className="border-b border-line py-2">
              <Form method="post" className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
                <input type="hidden" name={own.field} value={own.id} />
                <input type="hidden" name="other" value={id} />
                <span className="break-words">
                  <span className="font-semibold" lang={detectLanguage(name)}>
                    {name}
                  </span>{" "}
                  <span className="text-small text-quiet">{about}</span>
                </span>
                <Button variant="danger" name="intent" value={intent} aria-label={`Merge ${name} with ${own.name}`}>
                  Merge
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
