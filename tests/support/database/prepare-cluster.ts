// Makes the database that tests start from, unless an earlier run has made it.
import { prepareCluster } from "./prepared-cluster.ts";

await prepareCluster();
