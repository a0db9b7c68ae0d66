import type { ActionError } from "#desk/http/action-error.ts";

interface BothVersionsProps {
  /**
   * Why the form was rejected; its `values` are the typed ones, with the values that the form was filled from in `was`.
   */
  trouble: ActionError | null;
  /** The current values, by field name. */
  now: Record<string, string>;
  /** Labels by field name. */
  labels: Record<string, string>;
}

/**
 * After a lost update was refused: shows the typed and the current value of each field that differs. Renders nothing
 * for a form without `was`.
 */
export function BothVersions({ trouble, now, labels }: BothVersionsProps) {
  const was = trouble?.values.was;
  if (!trouble || !was || was === JSON.stringify(now)) return null;
  const names = new Set([...Object.keys(now), ...Object.keys(trouble.values)].filter((name) => labels[name]));
  const differing = [...names].filter((name) => (now[name] ?? "") !== (trouble.values[name] ?? "").trim());
  return (
    <VersionsOfFields
      fields={differing.map((name) => ({
        label: labels[name] ?? name,
        typed: trouble.values[name] ?? "",
        now: now[name] ?? "",
      }))}
    />
  );
}

/** Table of the typed and the current value of each field. */
export function VersionsOfFields({ fields }: { fields: { label: string; typed: string; now: string }[] }) {
  if (fields.length === 0) return <p className="mt-4">Your version is already saved: there is nothing left to do.</p>;
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
