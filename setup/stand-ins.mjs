// `npm run stand-ins`: runs Razorpay, Google, a mail server and an object store as stand-ins for several shops.
import { install, runOnPinnedNode } from "./prepare.mjs";

install();
await runOnPinnedNode("server/stand-ins/main.ts");
