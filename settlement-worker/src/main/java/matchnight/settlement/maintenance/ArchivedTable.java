package matchnight.settlement.maintenance;

/**
 * A retired partition in a file.
 *
 * @param file its name within the archive directory
 * @param bytes its length, compressed
 * @param sha256 of the file as it stands, in lower-case hex
 */
record ArchivedTable(String table, String file, long rows, long bytes, String sha256) {}
