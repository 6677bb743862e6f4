/**
 * Applying results again: those of one market as they are stored, or all of a topic from a time on. First what would move,
 * then, bound to that, the run. Pure settlement decides both; nothing here moves money itself.
 */
@NullMarked
package matchnight.settlement.replay;

import org.jspecify.annotations.NullMarked;
