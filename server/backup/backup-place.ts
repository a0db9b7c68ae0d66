/** A backup file, existing or to be written. */
export interface BackupFile {
  /** Its path, or its address in a bucket. */
  at: string;
  /** Writes the file, which appears only when complete; returns its size in bytes. */
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Reads the file in pieces. Throws a DumpError if there is none. */
  read: () => AsyncIterable<Uint8Array>;
}

/** A location of backups: a folder, or an S3 bucket. */
export interface BackupLocation {
  /** The folder, or the address of the bucket. */
  at: string;
  file: (name: string) => BackupFile;
  list: () => Promise<{ name: string; bytes: number; writtenAt: Date }[]>;
  remove: (name: string) => Promise<void>;
  /** Removes unfinished files and uploads that a crash left behind, if they were begun before this time. */
  sweep: (before: Date) => Promise<void>;
}
