import type { TillState } from "#desk/pages/counter/till/use-till.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** What was scanned and is in no record of the shop. It stays until it is sold or left out, so that it is not given away. */
export function UnknownBooks({ till: { typing } }: { till: TillState }) {
  if (typing.unknown.length === 0) return null;
  return (
    <Banner variant="error">
      <p className="font-semibold">Not in the shop, and not in this sale:</p>
      <ul className="mt-1 grid gap-2">
        {typing.unknown.map(({ code, copies }) => (
          <li key={code} className="flex flex-wrap items-center gap-2">
            <span className="w-full break-words sm:w-auto sm:min-w-0 sm:flex-1">
              {copies > 1 ? `${copies} × ${code}` : code}
            </span>
            <Button type="button" variant="outline" onClick={() => typing.begin({ code, copies })}>
              Sell it by hand<span className="sr-only">{`: ${code}`}</span>
            </Button>
            <Button type="button" variant="quiet" onClick={() => typing.leaveOut(code)}>
              Leave it out<span className="sr-only">{`: ${code}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
