"use client";

import { usePathname, useRouter } from "next/navigation";

/** Opens the page that a form asks for, without loading the document again. */
function useSubmit() {
  const router = useRouter();
  const path = usePathname();
  return (form) => router.push(`${path}?${new URLSearchParams(new FormData(form))}`);
}

export function SortForm({ sort, sorts }) {
  const submit = useSubmit();
  return (
    <form method="get">
      <label htmlFor="sort">Sort by</label>
      <select id="sort" name="sort" defaultValue={sort} onChange={({ currentTarget }) => submit(currentTarget.form)}>
        {sorts.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button>Sort</button>
    </form>
  );
}

export function Facets({ facets, chosen }) {
  const submit = useSubmit();
  return (
    <form method="get" onChange={({ currentTarget }) => submit(currentTarget)}>
      <label>
        <input type="checkbox" name="available" value="1" defaultChecked={chosen.includes("available")} /> Available now
      </label>
      {facets.map(({ name, title, values }) => (
        <fieldset key={name}>
          <legend>{title}</legend>
          <ul>
            {values.map(({ value, count }) => (
              <li key={value}>
                <label>
                  <input
                    type="checkbox"
                    name={name}
                    value={value}
                    defaultChecked={chosen.includes(`${name}:${value}`)}
                  />
                  <span>{value}</span>
                  <span className="count">{count}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <button>Apply</button>
    </form>
  );
}
