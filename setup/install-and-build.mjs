// `npm run build`: installs and builds what `npm start` would, and starts nothing.
import { build, install } from "./prepare.mjs";

install();
build();
