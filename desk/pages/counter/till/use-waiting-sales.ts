import { useEffect, useEffectEvent, useState } from "react";

import { forgetSale, keepSale, listWaitingSales, sendSale, type WaitingSale } from "./sale-sender.ts";

/** Milliseconds between the tries to send the sales that wait. */
const retryAfter = 5000;

/** The sales that wait in this browser; sends them while the page is open. `recorded` counts those that were sent. */
export function useWaitingSales(till: string) {
  const [sales, setSales] = useState(() => listWaitingSales(till));
  const [recorded, setRecorded] = useState(0);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [isFull, setIsFull] = useState(false);

  const send = useEffectEvent(async (isStopped: () => boolean) => {
    for (const waiting of sales.filter(({ problem }) => problem === null)) {
      const answer = await sendSale(till, waiting.sale);
      if (isStopped()) return;
      setIsSignedOut(answer === "signed-out");
      if (answer === "offline" || answer === "signed-out") return;
      const { id } = waiting.sale;
      if (answer.kind === "sold") {
        forgetSale(till, id);
        setRecorded((count) => count + 1);
        setSales((all) => all.filter(({ sale }) => sale.id !== id));
      } else {
        const problem = answer.kind === "refused" ? answer.problem : "Its prices or copies do not agree.";
        keepSale(till, { ...waiting, problem });
        setSales((all) => all.map((one) => (one.sale.id === id ? { ...one, problem } : one)));
      }
    }
  });

  useEffect(() => {
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const again = async () => {
      await send(() => isStopped);
      if (!isStopped) timer = setTimeout(again, retryAfter);
    };
    timer = setTimeout(again, 0);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [till]);

  function keep(waiting: WaitingSale, why: "offline" | "signed-out") {
    setIsFull(!keepSale(till, waiting));
    setIsSignedOut(why === "signed-out");
    setSales((all) => [...all, waiting]);
  }

  function tryAgain(id: string) {
    setSales((all) => all.map((one) => (one.sale.id === id ? { ...one, problem: null } : one)));
  }

  function discard(id: string) {
    forgetSale(till, id);
    setSales((all) => all.filter(({ sale }) => sale.id !== id));
  }

  return { sales, recorded, isSignedOut, isFull, keep, tryAgain, discard };
}
