/**
 * Calls `arrive` `perSecond` times per second until `signal` aborts. `due` is the time at which the call was due, by
 * `performance.now()`.
 */
export function keepArriving(
  perSecond: number,
  signal: AbortSignal,
  arrive: (number: number, due: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    if (perSecond <= 0) return resolve();
    const begun = performance.now();
    let number = 0;
    function next() {
      if (signal.aborted) return resolve();
      for (let due = dueAt(number); due <= performance.now(); due = dueAt(number)) arrive(number++, due);
      setTimeout(next, Math.max(1, dueAt(number) - performance.now()));
    }
    const dueAt = (place: number) => begun + (place * 1000) / perSecond;
    next();
  });
}
