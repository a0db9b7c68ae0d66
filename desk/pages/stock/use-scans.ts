import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { openScanSender, type RefusedScan, type Scanned, type ScanPause, type ScanSender } from "./scan-sender.ts";

/**
 * Sends scans while the page is open (see `openScanSender`). `last` is the last accepted scan, `waiting` the number of
 * unsent ones, `pause` the reason for the delay.
 */
export function useScans(path: string, staffId: number) {
  const revalidator = useRevalidator();
  const sender = useRef<ScanSender | null>(null);
  const [last, setLast] = useState<Scanned | null>(null);
  const [refused, setRefused] = useState<RefusedScan[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [pause, setPause] = useState<ScanPause>(null);
  const reload = useEffectEvent(() => void revalidator.revalidate());

  // Only the browser has stored scans, after hydration.
  useEffect(() => {
    const opened = openScanSender(path, staffId, {
      onWaiting: setWaiting,
      onPause: setPause,
      onScanned: setLast,
      onRefused: (scan) => setRefused((known) => [scan, ...known].slice(0, 10)),
      onEnd: () => reload(),
    });
    sender.current = opened;
    return () => opened.stop();
  }, [path, staffId]);

  const add = (form: FormData) => sender.current?.add(form);
  return { add, last, refused, waiting, pause, forget: () => setRefused([]) };
}
