import { capabilities, roles } from "#shop/people/staff/roles.ts";

/** The table of permissions and roles. It uses the same data as the permission checks. */
export function RoleTable() {
  return (
    <section aria-labelledby="roles">
      <h2 id="roles" className="text-title">
        Who may do what
      </h2>
      <table className="desk-table mt-3">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who may</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(capabilities).map(([capability, { words, roles: who }]) => (
            <tr key={capability}>
              <td className="first-letter:uppercase">{words}</td>
              <td>
                {who.length === Object.keys(roles).length ? "Everybody" : who.map((role) => roles[role]).join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
