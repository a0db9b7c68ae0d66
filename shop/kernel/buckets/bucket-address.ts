/** The address of a bucket, or of a folder in it: `s3://bucket/folder`. */
export const bucketAddress = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/(?<prefix>[\w.-]+(\/[\w.-]+)*))?$/;
