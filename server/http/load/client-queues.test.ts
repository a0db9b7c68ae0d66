import { expect, test } from "vitest";

import { ClientQueues } from "./client-queues.ts";

/** Tasks that run until the test ends them; `begun` lists them in the order of their start. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
      );
    },
    end: (name: string, failure?: Error) => ends.get(name)!(failure),
  };
}

test("a client has a few things done at once, the rest in the order they came; another client waits for none of them", async () => {
  const turns = new ClientQueues(2);
  const { begun, work, end } = openWork();
  const done = ["a1", "a2", "a3", "a4"].map((name) => turns.take("a", work(name)));
  const other = turns.take("b", work("b1"));
  expect(begun).toEqual(["a1", "a2", "b1"]);
  end("b1");
  expect(await other).toBe("b1");
  end("a2");
  await done[1];
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  // A new task joins the end of an existing queue.
  done.push(turns.take("a", work("a5")));
  end("a1");
  end("a3");
  await Promise.all([done[0], done[2]]);
  expect(begun.slice(4)).toEqual(["a4", "a5"]);
  end("a4");
  end("a5");
  expect(await Promise.all(done)).toEqual(["a1", "a2", "a3", "a4", "a5"]);
});

test("what fails gives its turn to the next, and the shop's own machine waits for nobody", async () => {
  const turns = new ClientQueues(1);
  const { begun, work, end } = openWork();
  const failing = turns.take("a", work("a1"));
  const next = turns.take("a", work("a2"));
  end("a1", new Error("gone"));
  await expect(failing).rejects.toThrow("gone");
  end("a2");
  expect(await next).toBe("a2");
  const own = [turns.take(null, work("own1")), turns.take(null, work("own2"))];
  expect(begun.slice(2)).toEqual(["own1", "own2"]);
  end("own1");
  end("own2");
  await Promise.all(own);
  // A queue that has ended leaves no state.
  const again = turns.take("a", work("a3"));
  expect(begun.at(-1)).toBe("a3");
  end("a3");
  await again;
});

test("a line in which nobody waits still counts what is being done in it", async () => {
  const turns = new ClientQueues(2);
  const { begun, work, end } = openWork();
  const done = ["a1", "a2"].map((name) => turns.take("a", work(name)));
  end("a1");
  await done[0];
  done.push(...["a3", "a4"].map((name) => turns.take("a", work(name))));
  expect(begun).toEqual(["a1", "a2", "a3"]);
  end("a2");
  await done[1];
  expect(begun.at(-1)).toBe("a4");
  for (const name of ["a3", "a4"]) end(name);
  expect(await Promise.all(done)).toEqual(["a1", "a2", "a3", "a4"]);
});
