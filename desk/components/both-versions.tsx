import type { ActionTrouble } from "#desk/http/action-trouble.ts";

interface BothVersionsProps {
  /** Why a form was not done; its values are what was typed. */
  trouble: ActionTrouble | null;
  /** The values that are there now, by the names of the form's fields. */
  now: Record<string, string>;
  /** What each field is called. */
  labels: Record<string, string>;
}

/** After somebody changed the same thing meanwhile: what was typed and what is there now, field by field. */
export function BothVersions({ trouble, now, labels }: BothVersionsProps) {
  const was = trouble?.values.was;
  if (!trouble || !was || was === JSON.stringify(now)) return null;
  const names = new Set([...Object.keys(now), ...Object.keys(trouble.values)].filter((name) => labels[name]));
  const differing = [...names].filter((name) => (now[name] ?? "") !== (trouble.values[name] ?? "").trim());
  if (differing.length === 0) return <p className="mt-4">What you wrote is what is there now.</p>;
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
        {differing.map((name) => (
          <tr key={name} className="desk-version">
            <th scope="row">{labels[name]}</th>
            <td className="whitespace-pre-line" data-column="You wrote: ">
              {trouble.values[name] || "nothing"}
            </td>
            <td className="whitespace-pre-line" data-column="It is now: ">
              {now[name] || "nothing"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
