package matchnight.bench.report;

import matchnight.ledger.audit.Finding;

/**
 * Something that had to be true of the run for its figures to count.
 *
 * @param detail what was looked at, or what was wrong
 */
public record Check(String name, boolean ok, String detail) {

    public static Check of(Finding finding) {
        return new Check(finding.name(), finding.ok(), finding.detail());
    }
}
