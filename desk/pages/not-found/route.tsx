import { data } from "react-router";

/** Catch-all route of the desk. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const meta = () => [{ title: "There is no such page" }];

export default function NotFound() {
  return null;
}
