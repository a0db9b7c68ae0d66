// `npm run build`: installs and builds like `npm start`, without starting the shop.
import { build, install } from "./prepare.mjs";

install();
build();
