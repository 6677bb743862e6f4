package matchnight.settlement.reconcile;

import tools.jackson.databind.node.ObjectNode;

/**
 * Something that is stored twice and not equal.
 *
 * @param subject what it is about, the same each time it is seen
 * @param owner who has to look into it
 * @param detail both values, and where they first diverge
 */
record Drift(DriftKind kind, String subject, String owner, ObjectNode detail) {}
