import { useEffect, useState } from "react";
import { Link, useRevalidator } from "react-router";

import { deskHref } from "#desk/desk-routes.ts";

/**
 * Reloads the data of the Today page when server-sent events announce a change, and shows when the connection is lost.
 * Without a script it is a link.
 */
export function LiveStatus({ version, time }: { version: string; time: string }) {
  const [isConnected, setIsConnected] = useState<boolean | null>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const events = new EventSource(deskHref("/today/changes", { version }));
    const look = () => {
      setIsConnected(true);
      void revalidate();
    };
    events.addEventListener("open", () => setIsConnected(true));
    events.addEventListener("changed", look);
    // The session has ended: the reload redirects to the sign-in page.
    events.addEventListener("ended", look);
    for (const trouble of ["trouble", "error"]) events.addEventListener(trouble, () => setIsConnected(false));
    return () => events.close();
  }, [revalidate, version]);
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-small text-quiet">
      <span role="status" className={isConnected === false ? "text-vermilion" : undefined}>
        {isConnected === false
          ? `No connection to the desk. This is its state at ${time}.`
          : isConnected
            ? `Up to date, ${time}.`
            : `As it was at ${time}.`}
      </span>
      {isConnected !== true && (
        <Link to={deskHref("/")} reloadDocument className="link inline-flex min-h-11 items-center">
          Refresh
        </Link>
      )}
    </p>
  );
}
