// `npm run stand-ins`: Razorpay, Google, a mail server and a store of pictures for several shops to share.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("server/stand-ins/main.ts");
