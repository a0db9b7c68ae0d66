import type { ActionError } from "#desk/http/action-error.ts";

interface BothVersionsProps {
  /**
   * Why the form was rejected. Its `values` are the typed ones; `was` among them has the values with which the form was
   * loaded.
   */
  trouble: ActionError | null;
  /** The current values, by field name. */
  now: Record<string, string>;
  /** Labels by field name. */
  labels: Record<string, string>;
  /** Returns a value as people read it, where that is not the value of the field. */
  describe?: (field: string, value: string) => string;
}

/**
 * Shows the typed and the current value of each field that another person changed meanwhile. Renders nothing for a form
 * without the value `was`.
 */
export function BothVersions({ trouble, now, labels, describe = (_, value) => value }: BothVersionsProps) {
  const was = trouble?.values.was;
  if (!trouble || !was || was === JSON.stringify(now)) return null;
  const names = new Set([...Object.keys(now), ...Object.keys(trouble.values)].filter((name) => labels[name]));
  const differing = [...names].filter((name) => (now[name] ?? "") !== (trouble.values[name] ?? "").trim());
  return (
    <VersionsOfFields
      fields={differing.map((name) => ({
        label: labels[name] ?? name,
        typed: describe(name, trouble.values[name] ?? ""),
        now: describe(name, now[name] ?? ""),
      }))}
    />
  );
}

/** Table of the typed and the current value of each field. */
export function VersionsOfFields({ fields }: { fields: { label: string; typed: string; now: string }[] }) {
  if (fields.length === 0)
    return <p className="mt-4">The saved values are already the same as yours: there is nothing left to do.</p>;
  return (
    <table className="desk-table mt-4">
      <caption className="sr-only">Both versions</caption>
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">You wrote</th>
          <th scope="col">It is now</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ label, typed, now }) => (
          <tr key={label} className="desk-version">
            <th scope="row">{label}</th>
            <td className="whitespace-pre-line" data-column="You wrote: ">
              {typed || "nothing"}
            </td>
            <td className="whitespace-pre-line" data-column="It is now: ">
              {now || "nothing"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
