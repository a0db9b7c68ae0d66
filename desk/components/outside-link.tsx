interface OutsideLinkProps {
  to: string;
  children: string;
}

/** A link to another site, in a new tab, so that the form that is being filled in stays. */
export function OutsideLink({ to, children }: OutsideLinkProps) {
  return (
    <a className="link" href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="text-small whitespace-nowrap"> (new tab)</span>
    </a>
  );
}
