import type { ReactNode } from "react";
import { Link } from "react-router";

/** Link to the parent page, above the heading. */
export function BackLink({ to, lang, children }: { to: string; lang?: string | undefined; children: ReactNode }) {
  return (
    <p>
      <Link className="link inline-flex min-h-11 items-center" to={to} lang={lang}>
        {children}
      </Link>
    </p>
  );
}
