// Makes the database that tests begin with, unless it is there from an earlier run.
import { prepareCluster } from "./prepared-cluster.ts";

await prepareCluster();
