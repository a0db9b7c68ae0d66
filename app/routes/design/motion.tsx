import { Chapter } from "./specimen.tsx";

const moves = [
  { what: "A cover travels from its card to its page", time: "250 ms", why: "It is the same book." },
  { what: "A cover lifts by 5 px under the pointer", time: "200 ms", why: "It can be taken out of the shelf." },
  { what: "The number in the cart ticks up", time: "220 ms", why: "The click was received." },
  { what: "The line under the menu grows", time: "200 ms", why: "It marks this page, or the one under the pointer." },
  { what: "A page fades into the next", time: "150 ms", why: "Only where a cover travels." },
  { what: "A button changes its colour", time: "150 ms", why: "It can be pressed." },
  { what: "A message comes up from the edge", time: "200 ms", why: "It was not there before." },
];

/** All animations with their duration and reason. */
export function MotionChapter() {
  return (
    <Chapter
      id="motion"
      title="Motion"
      words="Animations show cause and effect only. They use ease-out, and are off with prefers-reduced-motion."
    >
      <div className="design-table">
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">How long</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ what, time, why }) => (
              <tr key={what}>
                <th scope="row" className="font-normal">
                  {what}
                </th>
                <td>{time}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Chapter>
  );
}
